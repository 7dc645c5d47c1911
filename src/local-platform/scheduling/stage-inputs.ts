import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFileName } from '../../files/index.ts';
import type { PlatformContext } from '../context.ts';
import { type FileRow, findFile } from '../database/file-store.ts';
import type { JobAnalysisRecord } from '../job-record.ts';
import { isArchive, unpackArchive } from './unpack-archive.ts';
import { ArchiveError } from './unpack-target.ts';

/**
 * Puts an analysis's input files and scripts into the stage, archives unpacked.
 *
 * @throws Error for one that can't be used; the signal's reason when it was given.
 */
export async function stageInputs(
  context: PlatformContext,
  stage: string,
  analysis: JobAnalysisRecord,
  signal: AbortSignal,
): Promise<void> {
  for (const { id, decompress } of analysis.inputFiles) {
    signal.throwIfAborted();
    const file = inputFile(context, id);
    if (decompress && isArchive(file.name)) await unpack(context, file, stage, signal);
    else await place(context, file, stage);
  }
  for (const id of [analysis.preProcessScript, analysis.postProcessScript]) {
    if (id !== null) await place(context, inputFile(context, id), stage);
  }
}

/** An archive that was refused once is refused at once: its bytes stay what they are. */
async function unpack(
  context: PlatformContext,
  file: FileRow,
  stage: string,
  signal: AbortSignal,
): Promise<void> {
  const { limits } = context.settings;
  const refused = context.refusedArchives.get(file.id);
  if (refused !== undefined) throw refused;
  const bounds = { bytes: limits.unpackedBytes, files: limits.unpackedFiles };
  try {
    const path = join(context.dataFolder, file.storedPath);
    await unpackArchive(path, file.name, stage, bounds, signal);
  } catch (error) {
    if (error instanceof ArchiveError) context.refusedArchives.set(file.id, error);
    throw error;
  }
}

/** @throws Error for a file that a name of an earlier version would put elsewhere. */
async function place(context: PlatformContext, file: FileRow, stage: string): Promise<void> {
  if (!isFileName(file.name)) {
    throw new Error(
      `Expected a plain file name for input file ${file.id}, got ${JSON.stringify(file.name)}: rename it`,
    );
  }
  await copyFile(join(context.dataFolder, file.storedPath), join(stage, file.name));
}

/** An uploaded file that a job refers to. @throws Error when it was deleted. */
export function inputFile(context: PlatformContext, id: string): FileRow {
  const file = findFile(context.database, id);
  if (file === undefined) throw new Error(`Input file ${id} was deleted`);
  return file;
}
