/** Whoever has copied the requests of a study can send them again: what was paid for once isn't paid for twice. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { StudyProgress } from '../../src/run/messages.ts';
import { keepPlatformJob, layout, writeTicket } from '../../src/store/index.ts';
import { beamStudy, keepStudy, type KeptStudy } from './kept-study.ts';

const studyId = 'beam-1';
const studyFile = `${beamStudy}execution: { cluster: { name: c1, slots: 2, walltime: 1 } }
`;

let kept: KeptStudy;
/** What reached the platform and is paid for. */
let paid: string[];
/** The platform's histories, by id. */
let histories: Map<string, string>;
let lostAnswers: number;

beforeEach(async () => {
  [paid, histories, lostAnswers] = [[], new Map(), 0];
  const names = new Map<string, string>();
  const happens = (what: string, id: string, status: string): Promise<object> => {
    paid.push(`${what} ${id}`);
    histories.set(id, status);
    return lostAnswers-- > 0 ? Promise.reject(new Error('no answer')) : Promise.resolve({ id });
  };
  async function* statuses(id: string) {
    const status = histories.get(id);
    if (status !== undefined && status !== '') yield await Promise.resolve({ status });
  }
  kept = await keepStudy(studyId, studyFile, {
    jobs: { submit: (id: string) => happens('submit', id, 'Pending'), statuses },
    clusters: {
      create: ({ name }: { readonly name: string }) => {
        const id = `cluster-${names.size + 1}`;
        names.set(id, name);
        return happens('create', id, '');
      },
      start: (id: string) => happens('start', id, 'Started'),
      submitJob: (_: string, { id }: { readonly id: string }) => happens('submit', id, 'Pending'),
      statuses,
      list: async () => {
        await Promise.resolve();
        return (function* () {
          for (const [id, name] of names) yield { id, name };
        })();
      },
    },
    remarks: () => [],
  });
});

const create = (caller = {}, name = 'c1') => kept.call('createCluster', { studyId, name }, caller);
const start = (clusterId: string) => kept.call('startCluster', { studyId, clusterId });
const evil = { workflowId: 'cluster-c1', runId: 'evil' };
const refused = (type: string): object => ({ type, nonRetryable: true });

describe('a cluster', () => {
  it('is made once while it lives, and started once, whoever asks and however often', async () => {
    const { clusterId } = await create();
    expect(await create(evil)).toEqual({ clusterId });
    for (let again = 0; again < 3; again += 1) await start(clusterId);
    expect(await create(evil)).toEqual({ clusterId });
    expect(paid).toEqual([`create ${clusterId}`, `start ${clusterId}`]);
  });

  it('that an execution which was lost had made is told to the one that takes the study up', async () => {
    const { folder, planHash } = kept;
    const plan = async (runId: string): Promise<unknown> => {
      const ticket = await writeTicket(folder, { asks: 'start', stop: 'stop' }, new Date());
      await kept.call('takeTicket', { studyId, ticket, use: 'start' }, { runId });
      return kept.call('planStudy', { studyId, studyName: 'beam', planHash, ticket }, { runId });
    };
    expect(await plan('first')).not.toHaveProperty('cluster.left');
    await create();
    expect(await plan('second')).toHaveProperty('cluster.left', true);
  });

  it('whose making had no answer is found again', async () => {
    lostAnswers = 1;
    await expect(create()).rejects.toThrow('no answer');
    expect(await create(evil)).toEqual({ clusterId: 'cluster-1' });
    expect(paid).toEqual(['create cluster-1']);
  });

  it('is neither made nor started for a study that has ended, or hasn’t begun', async () => {
    const { clusterId } = await create();
    await kept.folder.write(layout.status, { state: 'Finished' } as StudyProgress);
    await expect(create(evil)).rejects.toMatchObject(refused('STUDY_ENDED'));
    await expect(start(clusterId)).rejects.toMatchObject(refused('STUDY_ENDED'));
    await kept.folder.remove(layout.status);
    await kept.folder.create(layout.starting, { kind: 'new', at: new Date().toISOString() });
    await expect(create(evil)).rejects.toMatchObject(refused('NOT_OURS'));
    expect(paid).toEqual([`create ${clusterId}`]);
  });

  it('that the study doesn’t want is not made, and one that has ended isn’t started again', async () => {
    await expect(create(evil, 'c2')).rejects.toMatchObject(refused('NOT_OURS'));
    const { clusterId } = await create();
    histories.set(clusterId, 'Stopped');
    await expect(start(clusterId)).rejects.toMatchObject(refused('NOT_OURS'));
    expect(paid).toEqual([`create ${clusterId}`]);
  });

  it('is made again where it was lost, so often as the study’s jobs can want it', async () => {
    for (let made = 1; made <= 3; made += 1) {
      const { clusterId } = await create();
      expect(clusterId).toBe(`cluster-${made}`);
      histories.set(clusterId, 'Stopped');
    }
    await expect(create(evil)).rejects.toMatchObject(refused('NOT_OURS'));
    expect(paid).toHaveLength(3);
  });
});

const onto = [
  { hardware: 'its own hardware', cluster: {} },
  { hardware: 'a persistent cluster', cluster: { clusterId: 'cluster-1' } },
];
describe.each(onto)('a job on $hardware', ({ cluster }) => {
  const submit = (caller = {}) =>
    kept.call('submitJob', { studyId, jobNumber: 1, jobId: 'own', ...cluster }, caller);
  beforeEach(async () => {
    await create();
    await keepPlatformJob(kept.folder, 1, 'own', true);
    paid = [];
  });

  it('is submitted once, whoever asks for it again', async () => {
    await submit();
    await Promise.all([submit(evil), submit({ ...evil, activityId: '2' })]);
    expect(paid).toEqual(['submit own']);
  });

  it('is submitted again where the platform shows nothing of it', async () => {
    await submit();
    histories.delete('own');
    await submit();
    expect(paid).toEqual(['submit own', 'submit own']);
  });

  it('that an earlier version submitted, which kept no tries, is not submitted again', async () => {
    await kept.folder.remove(layout.platformJob(1));
    await keepPlatformJob(kept.folder, 1, 'own');
    histories.set('own', 'Executing');
    await submit(evil);
    expect(paid).toEqual([]);
    histories.delete('own');
    await submit();
    expect(paid).toEqual(['submit own']);
  });
});
