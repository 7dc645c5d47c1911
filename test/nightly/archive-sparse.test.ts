/** 300 jobs whose large files are holes on the platform: a pass that is killed again and again keeps every byte of them, and no more memory for more of them. */
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { verifyDestination } from '../../src/archive/index.ts';
import { createStream } from '../../src/distributions/index.ts';
import { homeFiles } from '../../src/host/supervisor/home-files.ts';
import { lookAtSupervisor } from '../../src/host/supervisor/look-at-supervisor.ts';
import { openFolderStore } from '../../src/objects/index.ts';
import { archiveFiles } from '../chaos/archive-files.ts';
import {
  momentsOf,
  startArchiveHome,
  whileKilled,
  type ArchiveHome,
} from '../chaos/archive-home.ts';
import { archivedStudies, runArchivedStudies } from '../chaos/archive-studies.ts';
import { momentsSeed } from '../kit/test-form.ts';

const gigabytes = Number(process.env['DOEFLOW_TEST_ARCHIVE_GB'] ?? 10);
const jobsPerStudy = 100;
const jobs = archivedStudies.length * jobsPerStudy;
const kills = 15;
const day = '2026-01-01';
const load = {
  ...{ jobsPerStudy, times: 50, filesPerJob: 1, isSparse: true },
  bytesPerFile: Math.round((gigabytes * 1e9) / jobs),
};
/** Room that is left free beside one archive: the destination keeps no holes. */
const spareBytes = 2e9;
/** Of the worker, whatever the size of the files. */
const mostMemoryMb = 600;

const folder = mkdtempSync(join(tmpdir(), 'doeflow-sparse-'));
let home: ArchiveHome | undefined;

afterAll(async () => {
  await home?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

it(`archives ${gigabytes} GB of holes with flat memory, killed ${kills} times or not`, async (context) => {
  const { bavail, bsize } = statfsSync(folder);
  const needed = gigabytes * 1e9 + spareBytes;
  if (bavail * bsize < needed) {
    context.skip(
      `needs ${needed / 1e9} GB in ${folder}, which has ${Math.floor((bavail * bsize) / 1e9)} GB; TMPDIR names another place, DOEFLOW_TEST_ARCHIVE_GB another size`,
    );
  }
  home = await startArchiveHome(folder, 100e6);
  await runArchivedStudies(home, join(folder, 'studies'), load);
  home.makeOlder(Date.now() - Date.parse(day));
  await home.create('1h');
  const report = await home.makeUp(day);
  expect(report).toMatchObject({ outcome: 'clean', proven: { jobs } });
  expect(report.archived.bytes).toBeGreaterThan(gigabytes * 0.9e9);
  const memoryMb = await peakMemoryMb(home);
  expect(memoryMb).toBeLessThan(mostMemoryMb);
  console.log(`${report.archived.bytes} bytes; the worker's memory at its peak: ${memoryMb} MB`);
  const undisturbed = archiveFiles(home.destination);
  await home.takeBack();
  rmSync(home.destination, { recursive: true });

  await home.create('1h');
  const { copied } = home;
  const { killed } = await whileKilled(home, () => (home as ArchiveHome).makeUp(day), {
    progress: copied,
    moments: momentsOf(
      kills,
      2 * jobs + archivedStudies.length,
      createStream(momentsSeed, 'archive sparse'),
    ),
  });
  expect(killed).toBe(kills);
  expect(archiveFiles(home.destination)).toEqual(undisturbed);
  expect(await verifyDestination(openFolderStore(home.destination))).toMatchObject({
    ...{ whole: true, faults: [], jobs },
  });
}, 7_200_000);

/** Of the worker that is up. */
async function peakMemoryMb({ env }: ArchiveHome): Promise<number> {
  const state = await lookAtSupervisor(homeFiles(env['DOEFLOW_HOME'] ?? ''));
  const programs = state?.state === 'ready' ? state.programs : [];
  const pid = programs.find(({ name }) => name === 'worker')?.pid ?? expect.fail('no worker is up');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/mu.exec(status)?.[1]) / 1024);
}
