import { expect, it } from 'vitest';
import { deleteJobs } from '../../../activities/archive/delete-jobs.ts';
import { planDeletions } from '../../../activities/archive/plan-deletions.ts';
import { selectJobs } from '../../../activities/archive/select-jobs.ts';
import { archiveLayout } from '../../../src/archive/index.ts';
import { pausedMark } from '../../../src/store/index.ts';
import { serveFinishedJobs } from './finished-jobs.ts';
import { openPasses } from './run-passes.ts';

const passTime = '2026-03-01T03:00:00.000Z';
const target = { archive: 'nightly', passTime, batch: 1 };
const paused = { at: '2026-03-01T03:00:10.000Z', note: 'new disk' };

async function archiveOfOne() {
  const platform = await serveFinishedJobs();
  await platform.addJob({ name: 'beam', endedAt: '2026-02-01T00:00:00Z' });
  const passes = await openPasses(platform, { deleteJobs: true, keepMs: 0 });
  return { platform, passes, pause: () => passes.folder.write(pausedMark, paused) };
}

it('lets no pass begin while the archive is paused, but one that a person asked for since', async () => {
  const { passes, platform, pause } = await archiveOfOne();
  await pause();
  const sentence = 'The archive nightly is paused since 2026-03-01T03:00:10.000Z: new disk';
  await expect(passes.copy(passTime)).rejects.toThrow(sentence);
  await expect(selectJobs(passes.dependencies, target, passes.run)).rejects.toThrow(sentence);
  expect(platform.requests).toEqual([]);
  await passes.folder.write(pausedMark, { ...paused, askedAt: '2026-03-01T09:00:00Z' });
  await expect(passes.copy(passTime)).rejects.toThrow(sentence);
  expect(await passes.pass('2026-03-01T09:00:00.000Z')).toMatchObject({ deleted: { jobs: 1 } });
  await passes.folder.remove(archiveLayout.order);
  await expect(passes.copy('2026-03-02T03:00:00.000Z')).rejects.toThrow('nightly was deleted');
  await expect(passes.close(passTime)).rejects.toMatchObject({
    ...{ type: 'ARCHIVE_HELD', message: 'The archive nightly was deleted' },
  });
});

it('begins no deletion once the archive is paused; the job is left for a later pass', async () => {
  const { passes, platform, pause } = await archiveOfOne();
  await passes.copy(passTime);
  expect(await planDeletions(passes.dependencies, target, passes.run)).toMatchObject({ jobs: 1 });
  await pause();
  await expect(planDeletions(passes.dependencies, target, passes.run)).rejects.toThrow('is paused');
  expect(await deleteJobs(passes.dependencies, target, passes.run)).toMatchObject({ jobs: 0 });
  expect(platform.requests.filter((request) => request.startsWith('DELETE'))).toEqual([]);
  expect(await passes.close(passTime)).toMatchObject({ outcome: 'clean', deleted: { jobs: 0 } });
  const { jobs } = await passes.report(passTime);
  expect(jobs.at(-1)).toMatchObject({ what: 'left', reason: expect.stringContaining('new disk') });
  await passes.folder.remove(pausedMark);
  expect(await passes.pass('2026-03-02T03:00:00.000Z')).toMatchObject({ deleted: { jobs: 1 } });
});
