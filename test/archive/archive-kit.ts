import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  bagOwner,
  claimDestination,
  formatPass,
  openArchiveDestination,
  type ArchiveDestination,
  type ArchiveRecord,
  type BagFile,
  type DestinationWriter,
} from '../../src/archive/index.ts';
import type { ObjectStore } from '../../src/objects/index.ts';

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A destination that is the writer's. */
export async function claimedDestination(
  objects: ObjectStore,
  writer: DestinationWriter,
): Promise<ArchiveDestination> {
  await claimDestination(objects, writer, '/archive');
  return openArchiveDestination(objects, writer);
}

/** Archives a small job, with its record. */
export async function archiveJob(
  destination: ArchiveDestination,
  jobId: string,
  files: Readonly<Record<string, string>>,
  version = 1,
  passTime = '2026-01-01T03:00:00.000Z',
): Promise<ArchiveRecord> {
  const bag = destination.bag(jobId, version);
  const put: BagFile[] = [];
  for (const [path, text] of Object.entries(files)) put.push(await bag.put(path, [text]));
  const { sha256 } = await bag.seal(put, {
    [bagOwner.job]: jobId,
    [bagOwner.pass]: formatPass({ archive: 'nightly', passTime }),
  });
  const record: ArchiveRecord = {
    jobId,
    name: `job ${jobId}`,
    version,
    fingerprint: 'f',
    files: put.length,
    bytes: put.reduce((sum, { bytes }) => sum + bytes, 0),
    sha256,
    archivedAt: passTime,
    archive: 'nightly',
  };
  await destination.writeRecord(record);
  return record;
}
