/** Passes of an archive on the real parts while worker, platform and Temporal server are killed again and again. */
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyDestination } from '../../src/archive/index.ts';
import { createStream } from '../../src/distributions/index.ts';
import { openFolderStore } from '../../src/objects/index.ts';
import { longForm, momentsSeed } from '../kit/test-form.ts';
import { archiveFiles } from './archive-files.ts';
import {
  momentsOf,
  passPrograms,
  startArchiveHome,
  whileKilled,
  type ArchiveHome,
} from './archive-home.ts';
import { archivedStudies, runArchivedStudies, type ArchiveLoad } from './archive-studies.ts';

const load: ArchiveLoad = longForm
  ? { jobsPerStudy: 100, times: 20, filesPerJob: 16, bytesPerFile: 43_000 }
  : { jobsPerStudy: 100, times: 50, filesPerJob: 8, bytesPerFile: 83_000 };
const jobs = archivedStudies.length * load.jobsPerStudy;
const kills = longForm ? 15 : 4;
const killsOfDeletions = longForm ? kills : 2;
const day = '2026-01-01';

let folder: string;
let home: ArchiveHome;
/** What the pass leaves when nothing is killed. */
let undisturbed: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-chaos-'));
  home = await startArchiveHome(folder, 20 * load.bytesPerFile);
  await runArchivedStudies(home, join(folder, 'studies'), load);
  home.makeOlder(Date.now() - Date.parse(day));
  await home.create('1h');
  const report = await home.makeUp(day);
  const counts = { archived: { jobs }, proven: { jobs }, deleted: { jobs: 0 } };
  expect(report).toMatchObject({ outcome: 'clean', ...counts });
  undisturbed = archiveFiles(home.destination);
  const { files, bytes } = report.archived;
  console.log(
    `${jobs} jobs, ${files} files, ${bytes} bytes; ${kills} kills of the pass, ${killsOfDeletions} of its deletions`,
  );
  // The same archive once more, from the beginning.
  await home.takeBack();
  renameSync(home.destination, join(folder, 'undisturbed'));
}, 1_800_000);

afterAll(async () => {
  await home?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

it(`a pass that is killed ${kills} times leaves the same bytes, and deletes nothing before its time`, async () => {
  await home.create('1h');
  const total = 2 * jobs + archivedStudies.length;
  const { result, killed } = await whileKilled(home, () => home.makeUp(day), {
    progress: () => home.copied(),
    moments: momentsOf(kills, total, createStream(momentsSeed, 'archive pass')),
  });
  expect(killed).toBe(kills);
  expect(result).toMatchObject({
    outcome: 'clean',
    archived: { jobs },
    proven: { jobs },
    notes: [],
  });
  expect(archiveFiles(home.destination)).toEqual(undisturbed);
  expect(await verifyDestination(openFolderStore(home.destination))).toMatchObject({
    ...{ faults: [], notes: [], jobs, studies: archivedStudies.length },
    statistics: archivedStudies.length,
  });

  const again = await home.trigger();
  expect(again).toMatchObject({ outcome: 'clean', archived: { jobs: 0 }, deleted: { jobs: 0 } });
  expect(await home.deletedJobs()).toEqual([]);
  expect(await home.deleteRequests()).toBe(0);
}, 1_800_000);

it('a pass after the keep time, killed again and again, deletes each job once', async () => {
  await home.takeBack();
  await home.create('1s');
  const { result, killed } = await whileKilled(home, () => home.trigger(), {
    progress: () => jobs - home.jobsLeft(),
    moments: momentsOf(killsOfDeletions, jobs, createStream(momentsSeed, 'archive deletions')),
  });
  expect(killed).toBe(killsOfDeletions);
  expect(result).toMatchObject({ outcome: 'clean', deleted: { jobs }, notes: [] });
  const deleted = await home.deletedJobs();
  expect(new Set(deleted).size).toBe(jobs);
  expect(deleted).toHaveLength(jobs);
  const again = (await home.deleteRequests()) - jobs;
  expect(again).toBeGreaterThanOrEqual(0);
  // Asked again only where the platform was killed before it answered.
  expect(again).toBeLessThanOrEqual(Math.ceil(killsOfDeletions / passPrograms.length));
  const isKept = (path: string): boolean => !/^(?:records|passes|pass-records)\//u.test(path);
  expect(archiveFiles(home.destination, isKept)).toEqual(
    archiveFiles(join(folder, 'undisturbed'), isKept),
  );
  expect(await verifyDestination(openFolderStore(home.destination))).toMatchObject({
    ...{ faults: [], notes: [], jobs },
  });
}, 1_800_000);
