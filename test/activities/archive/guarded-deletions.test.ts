/** The last looks before a job is deleted, which can't be undone: whatever isn't as the pass planned it, the job stays. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deleteJobs } from '../../../activities/archive/delete-jobs.ts';
import { planDeletions } from '../../../activities/archive/plan-deletions.ts';
import { archiveLayout, type ArchiveOrder } from '../../../src/archive/index.ts';
import type { FaultPlan } from '../../../src/local-platform/faults/fault-plan.ts';
import type { PassCounts } from '../../../src/run/archive-contract.ts';
import { serveFinishedJobs, type FinishedJobs } from './finished-jobs.ts';
import { openPasses, type Passes } from './run-passes.ts';

const endedAt = '2026-02-01T00:00:00Z';
const night = (nth: number): string => `2026-03-${String(nth).padStart(2, '0')}T03:00:00.000Z`;
const target = (nth: number) => ({ archive: 'nightly', passTime: night(nth), batch: 1 });

interface Archived {
  readonly platform: FinishedJobs;
  readonly passes: Passes;
  readonly jobId: string;
  /** What became of the job at a night's deletions, and why. */
  tryToDelete(nth: number): Promise<{ readonly counts: PassCounts; readonly told: object }>;
  deletes(): readonly string[];
}

/** A job that was archived in the first night, and whose deletion is planned for the second. */
async function archived(
  faults: FaultPlan['rules'] = [],
  order: Partial<ArchiveOrder> = {},
): Promise<Archived> {
  const platform = await serveFinishedJobs({ faults });
  const jobId = await platform.addJob({ name: 'beam', endedAt, outputs: { 'run1/out': '12345' } });
  const passes = await openPasses(platform, { deleteJobs: true, keepMs: 0, ...order });
  await passes.copy(night(1));
  await planDeletions(passes.dependencies, target(2), passes.run);
  return {
    ...{ platform, passes, jobId },
    async tryToDelete(nth) {
      const counts = await deleteJobs(passes.dependencies, target(nth), passes.run);
      const [told] = await passes.folder.read(archiveLayout.deleted(night(nth), 1));
      return { counts, told: told ?? expect.fail('nothing was told') };
    },
    deletes: () => platform.requests.filter((request) => request.startsWith('DELETE')),
  };
}

const deleteOf = (id: string, what: unknown, more: object = {}): FaultPlan['rules'][number] =>
  ({
    match: { method: 'DELETE', path: `/api/v2/jobs/${id}/`, ...more },
    ...{ when: 'before', what },
  }) as FaultPlan['rules'][number];

const stays = async ({ platform, jobId, passes }: Archived): Promise<void> => {
  expect(await platform.client.jobs.get(jobId)).toMatchObject({ name: 'beam' });
  expect(await passes.record(jobId)).not.toHaveProperty('deletedAt');
};

describe('a job that was planned to be deleted', () => {
  it('is deleted with its size told, and a repeat tells the same and deletes nothing', async () => {
    const all = await archived();
    const first = await all.tryToDelete(2);
    expect(first.told).toEqual({
      ...{ jobId: all.jobId, outcome: 'deleted', version: 1, files: 1, bytes: 5 },
    });
    // As if the worker had died before it kept what became of the batch.
    await all.passes.folder.remove(archiveLayout.deleted(night(2), 1));
    expect(await all.tryToDelete(2)).toEqual(first);
    expect(all.deletes()).toHaveLength(1);
  });

  it('that somebody else deleted is told as gone, by a repeat too', async () => {
    const all = await archived();
    await all.platform.client.jobs.delete(all.jobId);
    const first = await all.tryToDelete(2);
    expect(first.told).toMatchObject({
      ...{ outcome: 'gone', files: 1, bytes: 5, version: 1 },
      reason: 'It was gone from the platform already; the archive didn’t delete it',
    });
    await all.passes.folder.remove(archiveLayout.deleted(night(2), 1));
    expect(await all.tryToDelete(2)).toEqual(first);
    expect(all.deletes()).toHaveLength(1);
    // No later pass plans to delete it.
    const plan = await planDeletions(all.passes.dependencies, target(3), all.passes.run);
    expect(plan).toEqual({ jobs: 0, bytes: 0, batches: 0 });
  });

  it('stays where its record says another version, or that it is no longer due', async () => {
    const all = await archived();
    const record = (await all.passes.record(all.jobId)) ?? expect.fail();
    for (const change of [{ version: 2 }, { provenAt: undefined }, { archive: 'weekly' }]) {
      await all.passes.writeRecord({ ...record, ...change });
      expect((await all.tryToDelete(2)).told).toMatchObject({
        ...{ outcome: 'refused', reason: 'It is no longer what the pass planned to delete' },
      });
      await stays(all);
      await all.passes.folder.remove(archiveLayout.deleted(night(2), 1));
    }
  });

  it('stays where the destination has a newer version than the proven one, or none', async () => {
    const all = await archived();
    const bags = join(all.passes.root, 'jobs', all.jobId);
    mkdirSync(join(bags, 'v2', 'data'), { recursive: true });
    writeFileSync(join(bags, 'v2', 'data', 'half'), '');
    expect((await all.tryToDelete(2)).told).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('its newest version is 2, not the proven 1') as string,
    });
    await stays(all);
    expect(await all.passes.record(all.jobId)).not.toHaveProperty('provenAt');
    const without = await archived();
    rmSync(join(without.passes.root, 'jobs', without.jobId), { recursive: true });
    expect((await without.tryToDelete(2)).told).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('its newest version is none, not the proven 1') as string,
    });
    await stays(without);
  });

  it('stays where the archive has no record of it', async () => {
    const all = await archived();
    const other = await all.platform.addJob({ name: 'beam', endedAt });
    const due = { jobId: other, name: 'beam', version: 1, bytes: 5, provenAt: night(1) };
    await all.passes.folder.write(archiveLayout.due(night(2)), [due]);
    expect((await all.tryToDelete(2)).told).toMatchObject({
      ...{ outcome: 'refused', reason: 'Its record isn’t in the destination any more' },
    });
    expect(all.deletes()).toEqual([]);
  });

  it('stays where its record in the destination is damaged, changed or missing, and says which', async () => {
    const all = await archived();
    const record = (await all.passes.record(all.jobId)) ?? expect.fail();
    const path = join(all.passes.root, 'records', `${all.jobId}.json`);
    const changes: readonly (readonly [string, () => void])[] = [
      ['is damaged', () => writeFileSync(path, '{ half')],
      [
        'was changed',
        () => writeFileSync(path, readFileSync(path, 'utf8').replace('"beam"', '"other"')),
      ],
      ['is missing', () => rmSync(path)],
    ];
    for (const [what, change] of changes) {
      await all.passes.writeRecord(record);
      change();
      expect((await all.tryToDelete(2)).told).toMatchObject({
        outcome: 'failed',
        reason: `Not deleted: the archive’s copy is not whole any more: its record in the destination ${what}. The next pass archives it anew`,
      });
      await stays(all);
      expect(await all.passes.record(all.jobId)).not.toHaveProperty('provenAt');
      await all.passes.folder.remove(archiveLayout.deleted(night(2), 1));
    }
  });

  it('stays where it isn’t what it was, and the next pass looks at it whatever its row shows', async () => {
    const all = await archived();
    await all.platform.writeField(all.jobId, 'Approved', 'yes');
    expect((await all.tryToDelete(2)).told).toMatchObject({
      ...{ outcome: 'refused', files: 0, bytes: 0 },
      reason: 'Not deleted: it has changed since it was archived. The next pass archives it anew',
    });
    await stays(all);
    const record = await all.passes.record(all.jobId);
    expect(record).not.toHaveProperty('row');
    expect(record).not.toHaveProperty('lookedAt');
  });
});

describe('a job that was archived', () => {
  it('and runs again by its history stays', async () => {
    const executing = { count: 1, next: null, previous: null, results: [{ status: 'Executing' }] };
    const all = await archived([
      {
        match: { path: '/api/v2/jobs/id1/statuses/', nth: [2, 3, 4] },
        ...{ when: 'before', what: { status: 200, body: executing } },
      },
    ]);
    expect((await all.tryToDelete(2)).told).toMatchObject({
      ...{ outcome: 'refused', reason: 'Not deleted: it isn’t ended, its status is Executing' },
    });
    await stays(all);
  });

  it('by an earlier version is planned with its bytes as the copy lists them, and as it was where that is damaged', async () => {
    const all = await archived();
    const record = (await all.passes.record(all.jobId)) ?? expect.fail();
    const planned = async (nth: number) =>
      planDeletions(all.passes.dependencies, target(nth), all.passes.run);
    await all.passes.writeRecord({ ...record, platformBytes: undefined });
    expect(await planned(3)).toMatchObject({ jobs: 1, bytes: 5 });
    const list = join(all.passes.root, 'jobs', all.jobId, 'v1', 'data', 'files.json');
    writeFileSync(list, '{ half');
    expect(await planned(4)).toMatchObject({ jobs: 1, bytes: record.bytes });
    rmSync(join(all.passes.root, 'jobs', all.jobId), { recursive: true });
    expect(await planned(5)).toMatchObject({ jobs: 1, bytes: record.bytes });
  });

  it('is planned with the others in the order of their ids, and told to who watches', async () => {
    const all = await archived();
    for (const name of ['two', 'three']) await all.platform.addJob({ name, endedAt });
    await all.passes.copy(night(3));
    all.passes.shown.length = 0;
    await planDeletions(all.passes.dependencies, target(4), all.passes.run);
    const due = await all.passes.folder.read(archiveLayout.due(night(4)));
    expect(due.map(({ jobId }) => jobId)).toEqual(due.map(({ jobId }) => jobId).toSorted());
    expect(due).toHaveLength(3);
    expect(all.passes.shown).toEqual([
      { records: 1, due: 0 },
      { records: 2, due: 1 },
      { records: 3, due: 2 },
    ]);
  });
});

describe('the request to delete a job', () => {
  it('that is answered with 404 is believed where the job is gone, and told where it isn’t', async () => {
    const lying = await archived([deleteOf('*', { status: 404, body: { detail: 'no route' } })]);
    expect((await lying.tryToDelete(2)).told).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(
        /^The platform has the job, and says of the request to delete it that it isn’t there: .*404 no route/u,
      ) as string,
    });
    await stays(lying);
    const true404 = await archived([
      { ...deleteOf('*', { status: 404, body: { detail: 'Not found.' } }), when: 'after' } as never,
    ]);
    expect((await true404.tryToDelete(2)).told).toMatchObject({ outcome: 'deleted' });
  });

  it('that is taken and not carried out is told after five looks', async () => {
    const all = await archived([deleteOf('*', { status: 204, body: '' })]);
    all.platform.requests.length = 0;
    const { told, counts } = await all.tryToDelete(2);
    expect(told).toMatchObject({
      outcome: 'refused',
      reason: 'The platform took the request to delete it, and still shows it',
    });
    expect(counts).toMatchObject({ jobs: 0, failed: 1 });
    const after = all.platform.requests.slice(
      all.platform.requests.findIndex((request) => request.startsWith('DELETE')) + 1,
    );
    expect(after).toEqual(Array(5).fill(`GET /api/v2/jobs/${all.jobId}/`));
    await stays(all);
    expect(await all.passes.record(all.jobId)).not.toHaveProperty('deleting');
  });

  it('that is refused is made once, and kept once for each pass', async () => {
    const all = await archived([deleteOf('*', { status: 403, body: { detail: 'Not yours.' } })]);
    const refusals = async () =>
      (await all.passes.record(all.jobId))?.refusals?.map(({ passTime, reason }) => ({
        ...{ passTime, isTold: /^The platform refuses to delete it: .*Not yours/u.test(reason) },
      }));
    await all.tryToDelete(2);
    expect(all.deletes()).toHaveLength(1);
    await all.passes.folder.remove(archiveLayout.deleted(night(2), 1));
    await all.tryToDelete(2);
    expect(await refusals()).toEqual([{ passTime: night(2), isTold: true }]);
    await planDeletions(all.passes.dependencies, target(3), all.passes.run);
    await all.tryToDelete(3);
    expect(await refusals()).toEqual([
      { passTime: night(2), isTold: true },
      { passTime: night(3), isTold: true },
    ]);
  });

  it('is made again where it failed and the job is still there', async () => {
    const all = await archived([deleteOf('*', { status: 500 }, { times: 2 })]);
    expect((await all.tryToDelete(2)).told).toMatchObject({ outcome: 'deleted' });
    expect(all.deletes()).toHaveLength(3);
    const failing = await archived([deleteOf('*', { status: 500 })]);
    expect((await failing.tryToDelete(2)).told).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(
        /^The platform fails to delete it, and works otherwise/u,
      ) as string,
    });
    expect(failing.deletes()).toHaveLength(4);
    await stays(failing);
  });

  it('is no word on the job where the token isn’t taken: nothing is told, and it is tried again', async () => {
    const all = await archived([
      deleteOf('*', { status: 401, body: { detail: 'Invalid token.' } }),
    ]);
    await expect(all.tryToDelete(2)).rejects.toMatchObject({ code: 'API_AUTHENTICATION' });
    expect(await all.passes.folder.has(archiveLayout.deleted(night(2), 1))).toBe(false);
  });
});
