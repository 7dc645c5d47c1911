import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputFile } from './finished-jobs.ts';

/** Where the files are had from. */
export interface FileSource {
  /** Ends in `/`. */
  readonly platformUrl: string;
  readonly token: string;
}

/**
 * Downloads the files by one curl each, so many at a time, checks that each is whole, and gives back the seconds it took. It is what a person
 * would write: nothing is hashed, flushed, recorded or read back.
 */
export function downloadByCurl(
  folder: string,
  files: readonly OutputFile[],
  { platformUrl, token }: FileSource,
  atATime: number,
): number {
  mkdirSync(folder, { recursive: true });
  const lines = files.map(
    ({ fileId }) => `-o ${fileId} ${platformUrl}api/v2/files/${fileId}/contents/`,
  );
  writeFileSync(join(folder, 'list'), `${lines.join('\n')}\n`);
  // In a file, so that the token isn't on a command line.
  writeFileSync(join(folder, 'config'), `header = "Authorization: Token ${token}"\n`);
  const started = performance.now();
  const curl = ['curl', '-fsSL', '-K', 'config'];
  const end = spawnSync('xargs', ['-a', 'list', '-P', String(atATime), '-L', '1', ...curl], {
    cwd: folder,
    encoding: 'utf8',
  });
  const seconds = (performance.now() - started) / 1000;
  if (end.status !== 0) throw new Error(`xargs curl ended with ${end.status}: ${end.stderr}`);
  for (const { fileId, bytes } of files) {
    const { size } = statSync(join(folder, fileId));
    if (size !== bytes) throw new Error(`Expected ${bytes} bytes of file ${fileId}, got ${size}`);
  }
  return seconds;
}
