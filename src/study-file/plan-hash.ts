import { createHash } from 'node:crypto';
import { streamRealFile } from '../files/index.ts';
import type { Study } from '../study/study.ts';
import { canonicalStudy } from './canonical-study.ts';
import type { LoadedStudy } from './read-study.ts';
import type { StudyFileRole } from './study-files.ts';

/** A file that a study names, by its content. */
export interface HashedFile {
  /** As the study file writes it. */
  readonly path: string;
  readonly role: StudyFileRole;
  /** Hex. */
  readonly sha256: string;
}

/**
 * @returns SHA-256 (hex) of all that decides what a study runs: the parsed study and the bytes of every file it names.
 * Comments and white space of the study file don't matter, nor whom the study tells.
 */
export async function planHash(loaded: Pick<LoadedStudy, 'study' | 'files'>): Promise<string> {
  const files: HashedFile[] = [];
  for (const { path, role, absolutePath } of loaded.files) {
    files.push({ path, role, sha256: await hashFile(absolutePath) });
  }
  return hashOfFiles(loaded.study, files);
}

/** {@link planHash} of a study whose files were hashed before. */
export function hashOfFiles(study: Study, hashed: readonly HashedFile[]): string {
  const files = hashed.map(({ path, role, sha256 }) => [path, role, sha256] as const);
  files.sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `doeflow plan 1\n${canonicalStudy(whatRuns(study))}\n${JSON.stringify(files)}\n`;
  return createHash('sha256').update(text).digest('hex');
}

/** Whom a study tells decides nothing that it runs. */
function whatRuns({ notify: _notify, ...decides }: Study): Study {
  return decides;
}

/** @returns SHA-256 (hex) of a file's bytes. @param realPath without links */
export async function hashFile(realPath: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of streamRealFile(realPath)) hash.update(chunk);
  return hash.digest('hex');
}
