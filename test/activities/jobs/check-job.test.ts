import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { checkJob } from '../../../activities/jobs/check-job.ts';
import { ConnectionError, type PlatformClient } from '../../../src/platform-api/index.ts';
import { layout, openStore, readLedger, type Store } from '../../../src/store/index.ts';
import { watchSignals } from '../ending-calls.ts';

let root = '';
let store: Store;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-check-'));
  store = await openStore(root);
  await store.study('beam-1').write(layout.jobSpec(1), {
    jobNumber: 1,
    jobName: 'beam a b',
    searchTag: 'a',
    jobTag: 'b',
    attemptKey: 'c',
    expectedRuns: 2,
    runs: { first: 1, last: 2 },
    inputsTemplate: { name: 'inputs.in', sha256: 'd' },
    files: [],
  });
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** What is written to a job that has the values `there` already, of a study that wants `wanted`. */
async function written(
  wanted: object | undefined,
  there: Record<string, unknown> = {},
  answer?: object,
  job: object = { expectedRuns: 2, name: 'beam a b' },
): Promise<unknown[]> {
  const calls: unknown[] = [];
  const platform = {
    jobs: {
      get: () => Promise.resolve(job),
      findByExactName: () => Promise.resolve([{ id: 'abc' }]),
    },
    customFields: {
      values: () =>
        Promise.resolve(
          Object.fromEntries(Object.entries(there).map(([name, value]) => [name, { value }])),
        ),
      write: (jobId: string, values: object) => {
        calls.push([jobId, values]);
        return Promise.resolve(answer);
      },
    },
  };
  const study = { job: wanted === undefined ? {} : { customFields: wanted } };
  const watched = watchSignals(platform as unknown as PlatformClient);
  await checkJob(
    {
      ...{ store, platform: watched.platform },
      studyCache: { get: () => Promise.resolve({ study }) },
    } as unknown as ActivityDependencies,
    { studyId: 'beam-1', jobNumber: 1, jobId: 'abc' },
    { signal: new AbortController().signal, attempt: 1, show: () => undefined },
  );
  expect([...watched.unending]).toEqual([]);
  return calls;
}

describe('a saved job', () => {
  it.each([1, 3, 0])('that plans %d runs where 2 are meant is refused', async (expectedRuns) => {
    const job = { expectedRuns, name: 'beam a b' };
    await expect(written(undefined, {}, undefined, job)).rejects.toMatchObject({
      ...{ type: 'EXPECTED_RUNS_DIFFER', nonRetryable: true },
      message: `Expected the platform to plan 2 runs for job abc, got ${expectedRuns}; it was not submitted`,
    });
  });

  it('that says nothing of its runs is taken as it is', async () => {
    expect(await written(undefined, {}, undefined, { name: 'beam a b' })).toEqual([]);
  });

  it('of another name is not ours, and its id isn’t kept', async () => {
    const job = { expectedRuns: 2, name: 'beam a c' };
    await expect(written(undefined, {}, undefined, job)).rejects.toMatchObject({
      type: 'NOT_OURS',
      message:
        "Nothing was done with job abc on the platform, as its name isn't that of job 1 of study beam-1",
    });
    expect(await store.study('beam-1').has(layout.platformJob(1))).toBe(false);
  });
});

describe('the custom fields of a saved job', () => {
  it('are set before the job is submitted', async () => {
    const fields = { 'Part number': 'A-1', Loads: [500, 1000] };
    expect(await written(fields)).toEqual([['abc', fields]]);
  });

  it('are asked for by no study that sets none', async () => {
    expect(await written(undefined)).toEqual([]);
  });

  it('are not written again where they are set: a job that did start has locked them', async () => {
    const fields = { 'Part number': 'A-1', Loads: [500, 1000] };
    expect(await written(fields, fields)).toEqual([]);
    expect(await written(fields, { 'Part number': 'A-1', Loads: [500] })).toEqual([
      ['abc', { Loads: [500, 1000] }],
    ]);
  });

  it('refuse the job where the platform takes none', async () => {
    const notServed = { notServed: true, endpoint: 'POST /api/v2/jobs/{job_id}/custom-fields/' };
    await expect(written({ Part: 'A' }, {}, notServed)).rejects.toMatchObject({
      ...{ type: 'CUSTOM_FIELDS_NOT_SERVED', nonRetryable: true },
      message: expect.stringMatching(
        /was not submitted, because the platform takes no values of custom fields: POST/u,
      ),
    });
  });
});

describe('the check of a saved job', () => {
  const other = (id: string): object => ({ id, name: 'beam a b' });
  async function check(
    findByExactName: (...asked: unknown[]) => Promise<readonly object[]>,
    jobId = 'abc',
  ): Promise<{ otherJobIds: readonly string[] }> {
    const job = { name: 'beam a b', expectedRuns: 2 };
    const platform = { jobs: { get: () => Promise.resolve(job), findByExactName } };
    return checkJob(
      {
        ...{ store, platform },
        studyCache: { get: () => Promise.resolve({ study: { job: {} } }) },
      } as unknown as ActivityDependencies,
      { studyId: 'beam-1', jobNumber: 1, jobId },
      { signal: new AbortController().signal, attempt: 1, show: () => undefined },
    );
  }
  async function effects(): Promise<string[]> {
    const found: string[] = [];
    for await (const entry of readLedger(store.study('beam-1'))) {
      if (entry.kind !== 'effect') continue;
      found.push([entry.what, entry.key, entry.effect, entry.platformId].join(' '));
    }
    return found;
  }

  it('tells of others that carry its whole name, and looks for them by its tag', async () => {
    const asked: unknown[] = [];
    const answer = await check((tag, name) => {
      asked.push([tag, name]);
      return Promise.resolve([other('abd'), other('abc'), other('abe')]);
    });
    expect(answer).toEqual({ otherJobIds: ['abd', 'abe'] });
    expect(asked).toEqual([['b', 'beam a b']]);
  });

  it('does not wait for a list that the platform can’t give, and hides no other failure', async () => {
    const call = { method: 'GET', path: '/api/v2/jobs/' };
    expect(await check(() => Promise.reject(new ConnectionError('reset', call)))).toEqual({
      otherJobIds: [],
    });
    await expect(check(() => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
  });

  it('writes into the ledger that a job was found, once; one whose making was answered is no find', async () => {
    const none = (): Promise<readonly object[]> => Promise.resolve([]);
    await check(none);
    await check(none);
    expect(await effects()).toEqual(['create-job b found abc']);
    expect(await store.study('beam-1').read(layout.platformJob(1))).toEqual({ jobId: 'abc' });
    await expect(check(none, 'abd')).rejects.toMatchObject({ type: 'NOT_OURS' });
    expect(await effects()).toHaveLength(1);
  });
});
