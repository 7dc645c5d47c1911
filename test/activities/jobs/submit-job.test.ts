import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { InvalidRequestError } from '../../../src/platform-api/index.ts';
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

async function submit(post: () => Promise<void>): Promise<void> {
  const dependencies = {
    store,
    platform: { jobs: { submit: post } },
    failpoint: () => Promise.resolve(),
  } as unknown as ActivityDependencies;
  await submitJob(
    dependencies,
    { studyId: 'beam-1', jobNumber: 1, jobId: 'abc' },
    { signal: new AbortController().signal, attempt: 1, show: () => undefined },
  );
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

describe('a submit onto a cluster', () => {
  const onto = (status: string): Promise<void> => {
    const refused = new InvalidRequestError('the cluster takes no jobs', [], {
      ...{ method: 'POST', path: 'clusters/c1/jobs/', status: 400 },
    });
    const dependencies = {
      store,
      studyCache: {
        get: () => ({ study: { execution: { cluster: { kind: 'existing', id: 'c1' } } } }),
      },
      poll: { minMs: 1, maxMs: 2 },
      platform: {
        clusters: {
          submitJob: () => Promise.reject(refused),
          statuses: async function* () {
            yield await Promise.resolve({ status });
          },
        },
      },
    } as unknown as ActivityDependencies;
    return submitJob(
      dependencies,
      { studyId: 'beam-1', jobNumber: 1, jobId: 'abc', clusterId: 'c1' },
      { signal: new AbortController().signal, attempt: 1, show: () => undefined },
    );
  };

  it('that has ended says so, as the runs are not to blame', async () => {
    await expect(onto('Stopped')).rejects.toMatchObject({
      type: 'CLUSTER_LOST',
      nonRetryable: true,
      message: expect.stringContaining('cluster c1 was lost before the job could be sent to it'),
    });
    expect(await store.study('beam-1').find(layout.jobCluster(1))).toEqual({ clusterId: 'c1' });
  });

  it('that lives is refused in the platform’s own words', async () => {
    await expect(onto('Started')).rejects.toThrow('400 the cluster takes no jobs');
  });
});
