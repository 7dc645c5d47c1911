/** What a pass tells when it is over: what went wrong, what waits, and what nobody else knows. */
import { describe, expect, it } from 'vitest';
import { archiveStudy } from '../../../activities/archive/archive-study.ts';
import { closePass } from '../../../activities/archive/close-pass.ts';
import { deleteJobs } from '../../../activities/archive/delete-jobs.ts';
import { openPass } from '../../../activities/archive/open-pass.ts';
import { planDeletions } from '../../../activities/archive/plan-deletions.ts';
import { selectJobs } from '../../../activities/archive/select-jobs.ts';
import { archiveLayout } from '../../../src/archive/index.ts';
import { keepPlatformJob, layout, searchTag } from '../../../src/store/index.ts';
import { serveFinishedJobs } from './finished-jobs.ts';
import { begun, openPasses, type Passes } from './run-passes.ts';

const night = (nth: number): string => `2026-03-0${nth}T03:00:00.000Z`;
const target = (nth: number) => ({ archive: 'nightly', passTime: night(nth) });
const endedAt = '2026-02-01T00:00:00Z';

const close = (passes: Passes, nth: number, progress: object = {}) =>
  closePass(
    passes.dependencies,
    { ...target(nth), progress: { ...begun, ...progress } },
    passes.run,
  );

describe('a pass that is closed', () => {
  it('tells what it did, with the order’s words, and when it began and ended', async () => {
    const platform = await serveFinishedJobs();
    await platform.addJob({ name: 'beam', endedAt, outputs: { out: '12345' } });
    for (const name of ['running', 'running too']) await platform.addJob({ name });
    const passes = await openPasses(platform, { select: 'age:>1d' });
    await passes.copy(night(1));
    expect(await selectJobs(passes.dependencies, target(1), passes.run)).toEqual({
      ...{ jobs: 1, batches: 1, left: { running: 2 }, studies: [] },
    });
    expect(await close(passes, 1)).toEqual({
      ...{
        archive: 'nightly',
        passTime: night(1),
        outcome: 'clean',
        awaitingApproval: 0,
        notes: [],
      },
      archived: { jobs: 1, files: 1, bytes: 5, failed: 0 },
      proven: { jobs: 1, files: 1, bytes: 5, failed: 0 },
      deleted: { jobs: 0, files: 0, bytes: 0, failed: 0 },
    });
    const { jobs, ...report } = await passes.report(night(1));
    expect(jobs).toHaveLength(3);
    expect(report).toMatchObject({
      ...{ archive: 'nightly', select: 'age:>1d', keepMs: 86_400_000, engineVersion: '0' },
      ...{
        openedAt: expect.any(String) as string,
        closedAt: night(1),
        folder: expect.any(String) as string,
      },
      ...{ unchanged: 0, failed: 0, left: { running: 2 }, whatToDo: [], notes: [] },
    });
    expect(report).not.toHaveProperty('decision');
  });

  it('counts batches that were lost whole, which only its workflow knows, and is troubled', async () => {
    const passes = await openPasses(await serveFinishedJobs());
    await passes.copy(night(1));
    const none = { jobs: 0, files: 0, bytes: 0 };
    const lost = { archived: { ...none, failed: 25 } };
    expect(await close(passes, 1, lost)).toMatchObject({
      ...{ outcome: 'troubled', archived: { jobs: 0, failed: 25 } },
    });
    expect((await passes.report(night(1))).whatToDo).toEqual([
      expect.stringMatching(/^What failed is taken up by the next pass/u),
    ]);
  });

  it('again, as deletions came after it, keeps its end and its notes, each once', async () => {
    const platform = await serveFinishedJobs();
    await platform.addJob({ name: 'beam', endedAt });
    let now = night(1);
    const passes = await openPasses(platform, {}, { now: () => new Date(now) });
    await openPass(passes.dependencies, target(1), passes.run);
    await selectJobs(passes.dependencies, target(1), passes.run);
    await close(passes, 1, { notes: ['one'] });
    now = night(2);
    expect((await close(passes, 1, { notes: ['one', 'two'] })).notes).toEqual(['one', 'two']);
    expect(await passes.report(night(1))).toMatchObject({
      ...{ closedAt: night(1), notes: ['one', 'two'] },
    });
  });

  it('shows how far its deletions are', async () => {
    const platform = await serveFinishedJobs();
    const jobId = await platform.addJob({ name: 'beam', endedAt });
    const passes = await openPasses(platform, { deleteJobs: true, keepMs: 0 });
    await passes.copy(night(1));
    expect(await planDeletions(passes.dependencies, target(2), passes.run)).toEqual({
      ...{ jobs: 1, bytes: 0, batches: 1 },
    });
    passes.shown.length = 0;
    await deleteJobs(passes.dependencies, { ...target(2), batch: 1 }, passes.run);
    expect(passes.shown).toEqual([{ batch: 1, jobs: 1, done: 0, deleting: jobId }]);
    expect(await passes.folder.read(archiveLayout.due(night(2)))).toMatchObject([
      { jobId, name: 'beam', version: 1, provenAt: night(1) },
    ]);
  });
});

it('an archive has its place from the first look of its first pass on', async () => {
  const passes = await openPasses(await serveFinishedJobs());
  const opened = await openPass(passes.dependencies, target(1), passes.run);
  expect(Object.keys(await passes.files())).toContain('archive.json');
  expect(await passes.folder.read(archiveLayout.claimed)).toMatchObject({
    destinationKey: opened.destinationKey,
  });
  expect(await openPass(passes.dependencies, target(1), passes.run)).toEqual(opened);
});

it('a look at what a pass would do writes nothing into the destination', async () => {
  const platform = await serveFinishedJobs();
  await platform.addJob({ name: 'beam', endedAt });
  const passes = await openPasses(platform, { dryRun: true } as never);
  await openPass(passes.dependencies, target(1), passes.run);
  expect(await selectJobs(passes.dependencies, target(1), passes.run)).toMatchObject({ jobs: 1 });
  await expect(passes.files()).rejects.toThrow('ENOENT');
});

it('the crate of a study names the copies of its proven jobs, under the archive’s license', async () => {
  const platform = await serveFinishedJobs();
  const name = (number: number): string =>
    `beam job ${number} ${searchTag('beam-1')} j0123456789ab`;
  const jobs = [];
  for (const number of [1, 2]) {
    jobs.push(
      await platform.addJob({ name: name(number), endedAt, outputs: { out: String(number) } }),
    );
  }
  const license = 'https://creativecommons.org/licenses/by/4.0/';
  const passes = await openPasses(platform, { license });
  const study = passes.store.study('beam-1');
  const { sha256 } = await passes.store.putBytes(Buffer.from('name: beam\n'));
  await study.write(layout.snapshot, {
    ...{ formatVersion: 1, studyId: 'beam-1', studyName: 'beam', planHash: 'p' },
    ...{ createdAt: '2026-01-01T00:00:00Z', engineVersion: '0', files: [] },
    studyFile: { name: 'study.yaml', sha256 },
  });
  const status = { studyId: 'beam-1', state: 'Finished', runs: { total: 1, done: 1, failed: 0 } };
  await study.sink(layout.status)([JSON.stringify(status)]);
  // The third of its jobs isn't in the archive.
  for (const [index, jobId] of [...jobs, 'elsewhere'].entries()) {
    await keepPlatformJob(study, index + 1, jobId);
  }
  await study.write(layout.checkpoint, { jobs: 3 });
  await passes.copy(night(1));
  const [proven = '', unproven = ''] = jobs;
  const record = (await passes.record(unproven)) ?? expect.fail();
  await passes.writeRecord({ ...record, provenAt: undefined });
  const input = { ...target(1), studyId: 'beam-1' };
  await archiveStudy(passes.dependencies, input, passes.run);
  const crate = Object.entries(await passes.files('studies'))
    .filter(([path]) => path.endsWith('ro-crate-metadata.json'))
    .map(([, text]) => text)
    .join();
  expect(crate).toContain(`jobs/${proven}/v1`);
  for (const absent of [`jobs/${unproven}/`, 'elsewhere']) expect(crate).not.toContain(absent);
  expect(crate).toContain(license);
});

it('nothing is opened for an archive that was deleted', async () => {
  const passes = await openPasses(await serveFinishedJobs());
  await passes.folder.remove(archiveLayout.order);
  await expect(selectJobs(passes.dependencies, target(1), passes.run)).rejects.toMatchObject({
    ...{ type: 'ARCHIVE_HELD', nonRetryable: true, message: 'The archive nightly was deleted' },
  });
});
