import { describe, expect, it } from 'vitest';
import { decide, graceMs, type Reaper } from '../../src/reaper/decide.ts';
import type { Answering, StudySeen, StudyWorkflowSeen, Thing } from '../../src/reaper/thing.ts';

const now = new Date('2026-05-01T12:00:00.000Z');
const scheduled: Reaper = { now, isAsked: false, takesLost: false };
const nobody: Answering = { ownWorkflow: undefined, sharedBy: undefined };
const longAgo = new Date(now.getTime() - 10 * graceMs);

const cluster: Thing = {
  ...{ kind: 'cluster', id: 'c1', status: 'Started', studyId: 'beam-1', isProven: true },
  clusterName: 'beams',
};
const job: Thing = {
  ...{ kind: 'job', id: 'j1', status: 'Executing', studyId: 'beam-1', isProven: true },
  jobNumber: 1,
};

function study(workflow: StudyWorkflowSeen, change: Partial<StudySeen> = {}): StudySeen {
  return { studyId: 'beam-1', isElsewhere: false, isTakenUp: false, workflow, ...change };
}

function closed(status: string, closedAt: Date | undefined = longAgo): StudySeen {
  return study({ kind: 'closed', status, closedAt });
}

const lost = study({ kind: 'unknown' });
const open = study({ kind: 'open' });

describe('the reaper ends', () => {
  it.each([
    ['a cluster of a terminated study', cluster, closed('TERMINATED'), 'was terminated'],
    ['a cluster of a study that broke', cluster, closed('FAILED'), 'ended before its time'],
    ['a cluster of a study that has ended', cluster, closed('COMPLETED'), 'has ended'],
    ['a job of a cancelled study', job, closed('CANCELLED'), 'was cancelled'],
    ['a job of a study that timed out', job, closed('TIMED_OUT'), 'timed out'],
    ['a job of a study that broke', job, closed('FAILED'), 'ended before its time'],
  ])('%s', (_what, thing, owner, why) => {
    const verdict = decide(thing, owner, nobody, scheduled);
    expect(verdict).toMatchObject({ action: 'end', why: expect.stringContaining(why) as string });
  });

  it('a job whose own workflow lives by that workflow, which collects what it gave', () => {
    const verdict = decide(job, closed('TERMINATED'), { ...nobody, ownWorkflow: 'w1' }, scheduled);
    expect(verdict).toMatchObject({ action: 'ask', workflowId: 'w1' });
    // Also one that has ended: nobody is left who tells its workflow so.
    const over = { ...job, isOver: true } as const;
    const asks = { action: 'ask', workflowId: 'w1' };
    for (const status of ['TERMINATED', 'FAILED']) {
      const own = { ...nobody, ownWorkflow: 'w1' };
      expect(decide(over, closed(status), own, scheduled)).toMatchObject(asks);
      expect(decide(over, closed(status), nobody, scheduled)).toEqual({ action: 'leave' });
    }
  });

  it('what a person asks for also just after its study was closed', () => {
    const owner = closed('TERMINATED', new Date(now.getTime() - 1_000));
    expect(decide(cluster, owner, nobody, { ...scheduled, isAsked: true }).action).toBe('end');
  });

  it('what belongs to a study that Temporal does not know only when a person says so', () => {
    const sure = { now, isAsked: true, takesLost: true };
    expect(decide(cluster, lost, nobody, sure).action).toBe('end');
    expect(decide(job, lost, nobody, sure).action).toBe('end');
  });
});

describe('the reaper only reports', () => {
  it('what belongs to a study that Temporal does not know, as after its database was lost', () => {
    for (const thing of [cluster, job]) {
      const verdict = decide(thing, lost, nobody, scheduled);
      expect(verdict).toMatchObject({ action: 'report', needsPerson: true });
    }
  });

  it('a cluster of a closed study whose own workflow lives and does not answer', () => {
    const silent = { ...nobody, ownWorkflow: 'cluster-beams', isSilent: true };
    expect(decide(cluster, closed('TERMINATED'), silent, scheduled)).toMatchObject({
      ...{ action: 'report', needsPerson: true },
      why: expect.stringContaining('cluster-beams) is open in Temporal, but does not') as string,
      next: expect.stringContaining('doeflow reap') as string,
    });
    const justNow = closed('TERMINATED', new Date(now.getTime() - 1_000));
    expect(decide(cluster, justNow, silent, scheduled).action).toBe('leave');
  });

  it('what is named as that of a study that this store does not have, and not as ours to mend', () => {
    const sure = { now, isAsked: true, takesLost: true };
    const named: Thing = { kind: 'cluster', id: 'c2', status: 'Started', isProven: false };
    const verdict = decide(named, undefined, nobody, sure);
    expect(verdict).toMatchObject({ action: 'report', needsPerson: false });
  });

  it('what carries the mark of our study, and is not in its records', () => {
    const verdict = decide({ ...job, isProven: false }, closed('TERMINATED'), nobody, {
      ...{ now, isAsked: true, takesLost: true },
    });
    expect(verdict).toMatchObject({ action: 'report', needsPerson: true });
  });
});

describe('the reaper leaves alone', () => {
  const terminated = closed('TERMINATED');
  it.each<[string, Thing, StudySeen, Partial<Answering>]>([
    ['a cluster of an open study', cluster, open, {}],
    ['a job of an open study', job, open, {}],
    ['a cluster whose workflow lives', cluster, terminated, { ownWorkflow: 'w1' }],
    ['a cluster that an open study shares', cluster, terminated, { sharedBy: 'beam-2' }],
    ['a job of a broken study whose workflow lives', job, closed('FAILED'), { ownWorkflow: 'w1' }],
    ['a job of a lost study whose workflow lives', job, lost, { ownWorkflow: 'w1' }],
    [
      'a cluster of a study that is being taken up',
      cluster,
      { ...terminated, isTakenUp: true },
      {},
    ],
    ['a job of a study that is being taken up', job, { ...terminated, isTakenUp: true }, {}],
    ['a cluster of a study that can’t be told', cluster, study({ kind: 'unseen' }), {}],
    ['a job on another platform', job, { ...terminated, isElsewhere: true }, {}],
    ['a cluster on another platform', cluster, { ...lost, isElsewhere: true }, {}],
  ])('%s', (_what, thing, owner, answering) => {
    expect(decide(thing, owner, { ...nobody, ...answering }, scheduled).action).toBe('leave');
  });

  it('for a minute what a person may be about to take up', () => {
    const owner = closed('TERMINATED', new Date(now.getTime() - graceMs + 1));
    expect(decide(cluster, owner, nobody, scheduled).action).toBe('leave');
  });
});
