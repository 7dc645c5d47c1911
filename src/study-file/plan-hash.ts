import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { canonicalStudy } from './canonical-study.ts';
import type { LoadedStudy } from './read-study.ts';

/**
 * @returns SHA-256 (hex) of all that decides what a study runs: the parsed study and the bytes of every file it names.
 * Comments and white space of the study file don't matter.
 */
export async function planHash(loaded: Pick<LoadedStudy, 'study' | 'files'>): Promise<string> {
  const files: [path: string, role: string, sha256: string][] = [];
  for (const { path, role, absolutePath } of loaded.files) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(absolutePath), hash);
    files.push([path, role, hash.digest('hex')]);
  }
  files.sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `doeflow plan 1\n${canonicalStudy(loaded.study)}\n${JSON.stringify(files)}\n`;
  return createHash('sha256').update(text).digest('hex');
}
