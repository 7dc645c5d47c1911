import { expect, it, onTestFinished } from 'vitest';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { readCluster } from '../../activities/clusters/read-cluster.ts';
import { readJobStatuses } from '../../activities/jobs/read-job-statuses.ts';
import { unlessJobGone } from '../../activities/unless-gone.ts';
import {
  NotFoundError,
  type PlatformClient,
  type StatusEntry,
} from '../../src/platform-api/index.ts';
import { watchSignals } from './ending-calls.ts';

const signal = new AbortController().signal;
const poll = { minMs: 1, maxMs: 4 };
const notFound = (): Error => new NotFoundError('no route', { method: 'GET', path: '/api/v2/x/' });

/** A platform whose every look is answered by `look`, which is told how many came before. */
function platformOf(look: (before: number) => readonly StatusEntry[]): {
  readonly dependencies: Pick<ActivityDependencies, 'platform' | 'poll'>;
  looks(): number;
} {
  let looks = 0;
  const clusters = {
    statuses: async function* () {
      looks += 1;
      yield* look(looks - 1);
    },
    get: () => Promise.reject(notFound()),
  };
  const jobs = { get: () => Promise.resolve({ id: 'j1' }) };
  const { platform, unending } = watchSignals({ clusters, jobs } as unknown as PlatformClient);
  onTestFinished(() => expect([...unending]).toEqual([]));
  return { dependencies: { platform, poll }, looks: () => looks };
}

const target = { studyId: 's', clusterId: 'c1' };

it('takes no cluster for gone because of a passing 404: another would be started, and this one left on', async () => {
  const started = { status: 'Started' } as StatusEntry;
  const { dependencies } = platformOf((before) => {
    if (before < 3) throw notFound();
    return [started];
  });
  const shown: object[] = [];
  const run = { signal, attempt: 1, show: (details: object) => shown.push(details) };
  expect(await readCluster(dependencies, target, run)).toEqual({ status: 'Started', ended: false });
  expect(shown.slice(0, -1)).toEqual(
    [1, 2, 3].map((attempts) => ({
      cluster: 'c1',
      trouble: expect.objectContaining({ code: 'CLUSTER_NOT_FOUND', attempts }) as object,
    })),
  );
  // The doubt is over.
  expect(shown.at(-1)).toEqual({ cluster: 'c1' });
});

it('believes that a cluster is gone when six looks agree', async () => {
  const { dependencies, looks } = platformOf(() => {
    throw notFound();
  });
  const run = { signal, attempt: 1, show: () => {} };
  expect(await readCluster(dependencies, target, run)).toEqual({ status: 'Deleted', ended: true });
  expect(looks()).toBe(6);
});

it('a job whose history is gone is told as deleted, and another’s failure as it is', async () => {
  const { dependencies, looks } = platformOf(() => []);
  const jobs = {
    statuses: async function* () {
      await Promise.resolve();
      throw notFound();
    },
    get: () => Promise.reject(notFound()),
  };
  const gone = {
    ...dependencies,
    platform: { ...dependencies.platform, jobs } as unknown as PlatformClient,
  };
  const run = { signal, attempt: 1, show: () => {} };
  await expect(readJobStatuses(gone, { jobId: 'j1' }, run)).rejects.toMatchObject({
    ...{ code: 'API_NOT_FOUND', message: '[GET] /api/v2/jobs/j1/: job j1 was deleted' },
  });
  expect(looks()).toBe(0);
});

it('of a long history the ten newest are told, and whether any of them is an end', async () => {
  const history = [...Array<string>(9).fill('Stopping'), 'Completed', 'Executing'];
  const jobs = {
    statuses: async function* () {
      for (const status of history) yield await Promise.resolve({ status, statusReason: null });
    },
  };
  const { platform, unending } = watchSignals({ jobs } as unknown as PlatformClient);
  const dependencies = { platform, poll };
  const run = { signal, attempt: 1, show: () => {} };
  const read = () => readJobStatuses(dependencies, { jobId: 'j1' }, run);
  const { statuses, ended } = await read();
  expect([statuses.length, ended]).toEqual([10, true]);
  expect(statuses[9]).toEqual({ status: 'Completed', reason: null });
  history.splice(9, 1);
  expect((await read()).ended).toBe(false);
  expect([...unending]).toEqual([]);
});

it('takes no job for gone that the platform shows, whatever it says of what belongs to it', async () => {
  const { dependencies } = platformOf(() => []);
  const run = { signal, show: () => {} };
  await expect(
    unlessJobGone(dependencies, 'j1', run, () => Promise.reject(notFound())),
  ).rejects.toMatchObject({ code: 'API_UNEXPECTED_SHAPE', retryable: true });
});
