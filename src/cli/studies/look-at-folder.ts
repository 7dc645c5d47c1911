/** What of the files in a study's own folder differs from those that the store keeps of it. */
import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { StudyError } from '../../errors.ts';
import { changeOf, compareFiles, hashFile, type FileChange } from '../../store/index.ts';
import type { KeptFiles } from '../../store/index.ts';
import { readStudy, type LoadedStudy } from '../../study-file/index.ts';

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
 */
export async function lookAtFolder(
  source: string,
  kept: KeptFiles,
): Promise<FolderLook | undefined> {
  if (!isFile(source)) return undefined;
  try {
    const files = await hashFiles(await readStudy(source));
    return { source, changes: compareFiles(kept, files), files };
  } catch (error) {
    if (!(error instanceof StudyError)) throw error;
    return { source, changes: await compareByName(source, kept), files: undefined };
  }
}

async function hashFiles(loaded: LoadedStudy): Promise<KeptFiles> {
  const files: KeptFiles['files'] = [];
  for (const { path, role, absolutePath } of loaded.files) {
    files.push({ path, role, ...(await hashFile(absolutePath)) });
  }
  const { sha256 } = await hashFile(loaded.file);
  return { studyFile: { name: basename(loaded.file), sha256 }, files };
}

async function compareByName(source: string, kept: KeptFiles): Promise<readonly FileChange[]> {
  const named = [{ path: basename(source), at: source, sha256: kept.studyFile.sha256 }].concat(
    kept.files.map(({ path, sha256 }) => ({ path, at: resolve(dirname(source), path), sha256 })),
  );
  const changes: FileChange[] = [];
  for (const { path, at, sha256 } of named) {
    const after = isFile(at) ? (await hashFile(at)).sha256 : undefined;
    const change = changeOf(path, sha256, after);
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
