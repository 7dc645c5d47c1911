/** What a study makes of news of its cluster. */
import { describe, expect, it } from 'vitest';
import { StudyLedger } from '../../workflows/study/study-ledger.ts';
import { planOf, startWaitingJob } from '../workflows/ledger-moves.ts';

const own = { kind: 'own', name: 'beams', spec: '2 slots' } as const;

function studyOn(clusterId?: string): StudyLedger {
  const ledger = new StudyLedger();
  ledger.takePlan(planOf({ jobs: 9, runCount: 90, cluster: own }));
  ledger.clusterAsked();
  if (clusterId !== undefined) ledger.takeClusterNews({ kind: 'ready', clusterId });
  return ledger;
}

const lost = (clusterId: string) =>
  ({ kind: 'lost', clusterId, reason: 'its status is Stopped' }) as const;

/** Loses cluster after cluster. @returns how many until the study asks for none by itself */
function lossesUntilTrouble(ledger: StudyLedger, afterEach?: (losses: number) => void): number {
  for (let losses = 1; losses <= 10; losses += 1) {
    ledger.takeClusterNews({ kind: 'ready', clusterId: `c${losses}` });
    ledger.takeClusterNews(lost(`c${losses}`));
    if (ledger.state.clusterTrouble !== undefined) return losses;
    ledger.clusterAsked();
    afterEach?.(losses);
  }
  return Infinity;
}

describe('a study that gets its cluster', () => {
  it('notes that another one has it, too, where that is so, and once', () => {
    const ready = { kind: 'ready', clusterId: 'c1' } as const;
    const alone = studyOn('c1');
    alone.takeClusterNews({ ...ready, shared: true });
    expect(alone.state.notes).toEqual([]);
    const beside = studyOn();
    beside.takeClusterNews({ ...ready, shared: true });
    beside.takeClusterNews({ ...ready, shared: true });
    expect(beside.state.notes).toEqual([
      'Cluster beams was lent to this study while another study had it, too',
    ]);
    expect(beside.state.cluster).toEqual(ready);
  });
});

describe('a study whose cluster is lost', () => {
  it('wants another one than that, and says so', () => {
    const ledger = studyOn('c1');
    ledger.takeClusterNews(lost('c1'));
    expect(ledger.state).toMatchObject({ cluster: { kind: 'not-asked' }, lostCluster: 'c1' });
    expect(ledger.state.notes.at(-1)).toContain('Cluster c1 was lost: its status is Stopped');
  });

  it('hears it from its job before it hears it from the cluster, and takes it once', () => {
    const ledger = studyOn('c1');
    const jobNumber = startWaitingJob(ledger);
    const change = { done: 2, failed: 8, failures: [{ reason: 'cut', count: 8 }] } as const;
    ledger.jobEnded({ jobNumber, outcome: 'collected', change, retryable: 8, lostCluster: 'c1' });
    ledger.takeClusterNews(lost('c1'));
    expect(ledger.state).toMatchObject({ cluster: { kind: 'not-asked' }, clustersLost: 1 });
  });

  it('believes no late word of a cluster that it had before', () => {
    const ledger = studyOn('c1');
    ledger.takeClusterNews(lost('c1'));
    ledger.clusterAsked();
    ledger.takeClusterNews({ kind: 'ready', clusterId: 'c1' });
    ledger.takeClusterNews(lost('c1'));
    expect(ledger.state.cluster).toEqual({ kind: 'asked' });
    ledger.takeClusterNews({ kind: 'ready', clusterId: 'c2' });
    ledger.takeClusterNews(lost('c1'));
    expect(ledger.state.cluster).toEqual({ kind: 'ready', clusterId: 'c2' });
  });

  it('asks for three fresh ones in a row, then for none before somebody has seen it', () => {
    const ledger = studyOn();
    expect(lossesUntilTrouble(ledger)).toBe(4);
    expect(ledger.state.clusterTrouble).toContain('4 clusters were lost one after the other');
    ledger.turn('paused', 'owner');
    ledger.resume();
    ledger.clusterAsked();
    expect(lossesUntilTrouble(ledger)).toBeGreaterThan(1);
  });

  it('has none to ask for where the study file names the one that was lost', () => {
    const ledger = new StudyLedger();
    ledger.takePlan(planOf({ jobs: 9, runCount: 90, cluster: { kind: 'existing', id: 'c1' } }));
    ledger.clusterAsked('c1');
    const jobNumber = startWaitingJob(ledger);
    const change = { done: 0, failed: 10, failures: [] };
    ledger.jobEnded({ jobNumber, outcome: 'refused', change, retryable: 10, lostCluster: 'c1' });
    expect(ledger.state.clusterTrouble).toContain('cluster c1, which the study file names');
  });

  it('asks for as many as it takes while runs are done', () => {
    const ledger = studyOn();
    const end = (): void => {
      const change = { done: 1, failed: 0, failures: [] };
      const jobNumber = startWaitingJob(ledger);
      ledger.jobEnded({ jobNumber, outcome: 'collected', change, retryable: 0 });
    };
    expect(lossesUntilTrouble(ledger, (losses) => losses < 8 && end())).toBeGreaterThan(8);
  });
});

describe('a study that waits for its cluster', () => {
  it('says what it waits for and since when, and says it anew only when that changes', () => {
    const ledger = studyOn();
    ledger.takeClusterNews({ kind: 'starting', clusterId: 'c1', status: 'Starting' });
    const { activity, cluster } = ledger.state;
    expect(activity).toMatch(/^waiting for cluster beams \(c1\): Starting since 20.*2 slots$/u);
    ledger.takeClusterNews({ kind: 'starting', clusterId: 'c1', status: 'Starting' });
    expect(ledger.state.cluster).toBe(cluster);
    ledger.takeClusterNews({ kind: 'ready', clusterId: 'c1' });
    expect(ledger.state.activity).toBe('running jobs');
  });

  it('asks for none while its name is taken by one of other machines', () => {
    const ledger = studyOn();
    ledger.takeClusterNews({ kind: 'taken', reason: 'study a has one with 4 slots' });
    expect(ledger.state).toMatchObject({
      cluster: { kind: 'not-asked' },
      clusterTrouble: 'study a has one with 4 slots',
    });
  });
});
