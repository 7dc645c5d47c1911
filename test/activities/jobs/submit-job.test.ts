import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import {
  AuthenticationError,
  InvalidRequestError,
  ServerError,
} from '../../../src/platform-api/index.ts';
import { submitJob } from '../../../activities/jobs/submit-job.ts';
import { layout, openStore, readLedger, type Store } from '../../../src/store/index.ts';

let root = '';
let store: Store;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-submit-'));
  store = await openStore(root);
  await store.study('beam-1').write(layout.platformJob(1), { jobId: 'abc', triesAreKept: true });
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

async function effects(): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of readLedger(store.study('beam-1'))) {
    if (entry.kind === 'effect') found.push(`${entry.what} ${entry.key} ${entry.effect}`);
  }
  return found;
}

const run = { signal: new AbortController().signal, attempt: 1, show: () => undefined };

/** Submits by such a request. @returns the points at which an engine under test may be killed */
async function submit(
  post: (jobId: string, options: { signal?: AbortSignal }) => Promise<void>,
): Promise<readonly string[]> {
  const points: string[] = [];
  const dependencies = {
    ...{ store, studyCache: { get: () => ({ study: { execution: {} } }) } },
    platform: { jobs: { submit: post } },
    failpoint: (name: string) => Promise.resolve(points.push(name)),
  } as unknown as ActivityDependencies;
  await submitJob(dependencies, { studyId: 'beam-1', jobNumber: 1, jobId: 'abc' }, run);
  return points;
}

describe('the ledger of a submit', () => {
  it('has the intent before the request and the confirmation after it', async () => {
    let before: string[] = [];
    let posts = 0;
    await submit(async () => {
      posts += 1;
      before = await effects();
    });
    expect(posts).toBe(1);
    expect(before).toEqual(['submit-job abc intent']);
    expect(await effects()).toEqual(['submit-job abc intent', 'submit-job abc sent']);
  });

  it('belongs to a request that ends with its activity, and may be cut off after it', async () => {
    const sent: unknown[] = [];
    const points = await submit((jobId, { signal }) => {
      sent.push([jobId, signal === run.signal]);
      return Promise.resolve();
    });
    expect(sent).toEqual([['abc', true]]);
    expect(points).toEqual(['submit-after-post']);
  });

  it('leaves it open whether a request without an answer had its effect', async () => {
    await expect(submit(() => Promise.reject(new Error('connection lost')))).rejects.toThrow(
      'connection lost',
    );
    expect(await effects()).toEqual(['submit-job abc intent']);
  });
});

it('a job that is over is not submitted', async () => {
  await store.study('beam-1').write(layout.outcomes(1), []);
  let posts = 0;
  const refused = submit(() => {
    posts += 1;
    return Promise.resolve();
  });
  await expect(refused).rejects.toThrow('job 1 of study beam-1 is over');
  expect([posts, await effects()]).toEqual([0, []]);
});

describe('a submit without the cluster that the study’s file wants', () => {
  const submitAlone = async (maxCost?: object): Promise<number> => {
    let posts = 0;
    const execution = { cluster: { kind: 'own', name: 'beams' }, maxCost };
    const dependencies = {
      ...{ store, studyCache: { get: () => ({ study: { execution } }) } },
      poll: { minMs: 1, maxMs: 2 },
      failpoint: () => Promise.resolve(),
      platform: {
        jobs: {
          submit: () => Promise.resolve((posts += 1)),
          statuses: async function* () {
            yield* await Promise.resolve([]);
          },
        },
      },
    } as unknown as ActivityDependencies;
    await submitJob(dependencies, { studyId: 'beam-1', jobNumber: 1, jobId: 'abc' }, run);
    return posts;
  };
  const limit = { amount: 9 };
  const folder = () => store.study('beam-1');

  it('is not sent where its cost has a limit and nothing is set aside for it: its runs follow as another job', async () => {
    await expect(submitAlone(limit)).rejects.toMatchObject({
      type: 'CLUSTER_LOST',
      nonRetryable: true,
    });
    // It was never sent, so nothing counts for it.
    expect(await folder().has(layout.submitTried(1))).toBe(false);
    // On its way to a cluster it may have been.
    await folder().write(layout.submitTried(1), { at: new Date().toISOString() });
    await expect(submitAlone(limit)).rejects.toMatchObject({ type: 'CLUSTER_LOST' });
    expect(await effects()).toEqual([]);
    await folder().write(layout.reservation(1), { mostHours: 2, at: '' });
    expect(await submitAlone(limit)).toBe(1);
  });

  it('is told apart from one that was sent to a cluster', async () => {
    await folder().write(layout.jobCluster(1), { clusterId: 'c1' });
    expect(await submitAlone()).toBe(1);
    expect(await folder().has(layout.jobCluster(1))).toBe(false);
  });
});

describe('a submit onto a cluster', () => {
  const call = { method: 'POST', path: 'clusters/c1/jobs/' };
  const refused = new InvalidRequestError('the cluster takes no jobs', [], {
    ...call,
    status: 400,
  });
  /** What was sent to the cluster, and how often its history was read. */
  let sent: unknown[];
  let looks: number;
  beforeEach(() => {
    sent = [];
    looks = 0;
  });

  const onto = (status: string, failure: Error | null = refused): Promise<void> => {
    const dependencies = {
      store,
      studyCache: {
        get: () => ({ study: { execution: { cluster: { kind: 'existing', id: 'c1' } } } }),
      },
      poll: { minMs: 1, maxMs: 2 },
      failpoint: () => Promise.resolve(),
      platform: {
        clusters: {
          submitJob: (clusterId: string, body: object, options: { signal?: AbortSignal }) => {
            sent.push([clusterId, body, options.signal === run.signal]);
            return failure === null ? Promise.resolve() : Promise.reject(failure);
          },
          statuses: async function* () {
            looks += 1;
            yield await Promise.resolve({ status });
          },
        },
      },
    } as unknown as ActivityDependencies;
    const target = { studyId: 'beam-1', jobNumber: 1, jobId: 'abc', clusterId: 'c1' };
    return submitJob(dependencies, target, run);
  };

  it('sends the job there, once, to be submitted', async () => {
    await onto('Started', null);
    expect(sent).toEqual([['c1', { id: 'abc', submit: true }, true]]);
    expect(await effects()).toEqual(['submit-job abc intent', 'submit-job abc sent']);
  });

  it('that has ended says so, as the runs are not to blame', async () => {
    await expect(onto('Stopped')).rejects.toMatchObject({
      type: 'CLUSTER_LOST',
      nonRetryable: true,
      message: expect.stringContaining('cluster c1 was lost before the job could be sent to it'),
    });
    expect(await store.study('beam-1').find(layout.jobCluster(1))).toEqual({ clusterId: 'c1' });
  });

  it('that lives is refused in the platform’s own words', async () => {
    await expect(onto('Started')).rejects.toBe(refused);
    expect(looks).toBe(1);
  });

  it.each([
    ['the platform is out of order', new ServerError('come again', { ...call, status: 503 })],
    ['the token is refused', new AuthenticationError('no', { ...call, status: 401 })],
    ['something else breaks', new TypeError('a fault of ours')],
  ])('blames no cluster where %s, even one that has ended', async (_what, failure) => {
    await expect(onto('Stopped', failure)).rejects.toBe(failure);
    expect(looks).toBe(0);
  });
});
