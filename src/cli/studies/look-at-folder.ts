/** What of the files in a study's own folder differs from those that the store keeps of it. */
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { StudyError } from '../../errors.ts';
import { streamRealFile } from '../../files/index.ts';
import {
  changeOf,
  compareFiles,
  hashFile,
  hashStream,
  type FileChange,
} from '../../store/index.ts';
import type { KeptFiles } from '../../store/index.ts';
import {
  NamedFiles,
  readStudy,
  type LoadedStudy,
  type StudyBounds,
} from '../../study-file/index.ts';

/** A study's folder beside what the study runs with. */
export interface FolderLook {
  /** The study file; absolute. */
  readonly source: string;
  readonly changes: readonly FileChange[];
  /** All files as they were seen; undefined where the study file, or a file that it names, can't be used as it is. */
  readonly files: KeptFiles | undefined;
}

/**
 * Compares the folder of the study file `source` with the files that the study runs with; a study file with mistakes is compared by the names of those.
 * Undefined where there is no such study file.
 * @param bounds what the study may read beside its own folder
 */
export async function lookAtFolder(
  source: string,
  kept: KeptFiles,
  bounds: StudyBounds = {},
): Promise<FolderLook | undefined> {
  if (!isFile(source)) return undefined;
  try {
    const files = await hashFiles(await readStudy(source, bounds));
    return { source, changes: compareFiles(kept, files), files };
  } catch (error) {
    if (!(error instanceof StudyError)) throw error;
    return { source, changes: await compareByName(source, kept, bounds), files: undefined };
  }
}

/** A study's files as they are now, by hash. */
export async function hashFiles(loaded: LoadedStudy): Promise<KeptFiles> {
  const files: KeptFiles['files'] = [];
  for (const { path, role, absolutePath } of loaded.files) {
    files.push({ path, role, ...(await hashStream(streamRealFile(absolutePath))) });
  }
  const { sha256 } = await hashFile(loaded.file);
  return { studyFile: { name: basename(loaded.file), sha256 }, files };
}

/** What the study may not read, isn't compared. */
async function compareByName(
  source: string,
  kept: KeptFiles,
  bounds: StudyBounds,
): Promise<readonly FileChange[]> {
  const named = new NamedFiles(dirname(source), bounds);
  const before = [{ path: basename(source), sha256: kept.studyFile.sha256 }, ...kept.files];
  const changes: FileChange[] = [];
  for (const { path, sha256 } of before) {
    const found = named.find(path);
    if (found.kind !== 'file' && found.kind !== 'missing') continue;
    const after =
      found.kind === 'file' ? (await hashStream(streamRealFile(found.at))).sha256 : undefined;
    const change = changeOf(path, sha256, after);
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
