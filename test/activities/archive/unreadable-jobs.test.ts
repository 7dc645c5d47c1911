/** Jobs that a pass can't judge as the rule asks: what is told of each, and what is asked of the platform for it. */
import { describe, expect, it } from 'vitest';
import { selectJobs } from '../../../activities/archive/select-jobs.ts';
import { archiveLayout, type JobChoice } from '../../../src/archive/index.ts';
import type { PlatformClient } from '../../../src/platform-api/index.ts';
import type { FaultPlan } from '../../../src/local-platform/faults/fault-plan.ts';
import { serveFinishedJobs, type FinishedJobs } from './finished-jobs.ts';
import { openPasses, type Passes } from './run-passes.ts';

const passTime = '2026-03-01T03:00:00.000Z';
const target = { archive: 'nightly', passTime };
const endedAt = '2026-02-01T00:00:00Z';

type Rules = FaultPlan['rules'];
const fault = (path: string, status: number, more: object = {}): Rules[number] =>
  ({
    match: { method: 'GET', path, ...more },
    ...{ when: 'before', what: { status, body: { detail: 'no' } } },
  }) as Rules[number];

async function chosen(passes: Passes): Promise<readonly JobChoice[]> {
  await selectJobs(passes.dependencies, target, passes.run);
  return passes.folder.read(archiveLayout.selection(passTime));
}

async function served(faults: Rules, jobs = ['one', 'two']): Promise<FinishedJobs> {
  const platform = await serveFinishedJobs({ faults });
  for (const name of jobs)
    await platform.addJob({ name, endedAt, tags: ['done'], outputs: { out: '123' } });
  return platform;
}

describe('a job that a rule asks about', () => {
  it('is told with its bytes, what the list shows of it, and no reason', async () => {
    const passes = await openPasses(await served([], ['one']), { select: '#done and age:>1d' });
    expect(await chosen(passes)).toEqual([
      {
        ...{ jobId: 'id1', name: 'one', choice: 'new', bytes: 3 },
        row: expect.stringMatching(/^[0-9a-f]{16}$/u) as string,
      },
    ]);
    expect(passes.shown.at(-1)).toEqual({ rows: 1, chosen: 1 });
  });

  it('and whose state and bytes the list doesn’t show is judged by its history', async () => {
    const platform = await served([], ['one']);
    const { jobs } = platform.client;
    async function* list(...asked: Parameters<typeof jobs.list>) {
      for await (const row of jobs.list(...asked)) {
        yield { ...row, jobStatus: null, storage: null };
      }
    }
    const client = { ...platform.client, jobs: { ...jobs, list } } as PlatformClient;
    const passes = await openPasses(platform, {}, { platform: client });
    expect(await chosen(passes)).toEqual([
      { jobId: 'id1', name: 'one', choice: 'new', row: expect.any(String) as string },
    ]);
  });

  it('and whose history only it hasn’t got is told as one that can’t be read, with the reason', async () => {
    const rules = [fault('/api/v2/jobs/id1/statuses/', 500)];
    const passes = await openPasses(await served(rules), { select: 'age:>1d' });
    expect(await chosen(passes)).toMatchObject([
      {
        ...{ jobId: 'id1', choice: 'unreadable' },
        reason: expect.stringContaining('fails for this job') as string,
      },
      { jobId: 'id3', choice: 'new' },
    ]);
  });

  it('and that went away meanwhile is none of the pass’s', async () => {
    const rules = [fault('/api/v2/jobs/id1/statuses/', 404), fault('/api/v2/jobs/id1/', 404)];
    const passes = await openPasses(await served(rules), { select: 'age:>1d' });
    expect((await chosen(passes)).map(({ jobId }) => jobId)).toEqual(['id3']);
  });

  it('is waited for while the platform is down, and that is shown with the rows so far', async () => {
    const passes = await openPasses(await served([fault('/api/v2/jobs/', 503, { times: 4 })]));
    expect(await chosen(passes)).toHaveLength(2);
    expect(passes.shown[0]).toEqual({
      rows: 0,
      trouble: expect.objectContaining({ waitingFor: 'the platform' }) as object,
    });
    expect(passes.shown).toContainEqual({ rows: 0 });
    expect(passes.shown.at(-1)).toEqual({ rows: 2, chosen: 2 });
  });

  it('where the platform refuses the token, is not told at all', async () => {
    const passes = await openPasses(await served([fault('/api/v2/jobs/*/statuses/', 401)]), {
      select: 'age:>1d',
    });
    await expect(chosen(passes)).rejects.toMatchObject({ code: 'API_AUTHENTICATION' });
    expect(await passes.folder.has(archiveLayout.selection(passTime))).toBe(false);
  });
});

it('a rule by custom fields ends the pass where the platform doesn’t serve them to the account', async () => {
  const passes = await openPasses(await served([fault('/api/v2/jobs/*/custom-fields/', 403)]), {
    select: 'field:"Approved"=yes',
  });
  await expect(chosen(passes)).rejects.toMatchObject({
    ...{ type: 'ARCHIVE_FIELDS', nonRetryable: true },
    message: expect.stringMatching(
      /doesn’t serve those of job (?:one|two) to this account\. Choose by tag/u,
    ) as string,
  });
});

it('a job that was deleted by an archive and is there again is looked at anew', async () => {
  const passes = await openPasses(await served([], ['one']));
  await passes.pass(passTime);
  const record = (await passes.record('id1')) ?? expect.fail();
  const next = '2026-03-02T03:00:00.000Z';
  const choiceAt = async (time: string) => {
    await selectJobs(passes.dependencies, { ...target, passTime: time }, passes.run);
    return (await passes.folder.read(archiveLayout.selection(time))).map(({ choice }) => choice);
  };
  expect(await choiceAt(next)).toEqual(['unchanged']);
  await passes.writeRecord({ ...record, deletedAt: passTime });
  expect(await choiceAt('2026-03-03T03:00:00.000Z')).toEqual(['changed']);
  // Nor is one that was never proven, or whose row differs from what was seen.
  await passes.writeRecord({ ...record, provenAt: undefined });
  expect(await choiceAt('2026-03-04T03:00:00.000Z')).toEqual(['changed']);
  await passes.writeRecord({ ...record, row: '0'.repeat(16) });
  expect(await choiceAt('2026-03-05T03:00:00.000Z')).toEqual(['changed']);
});
