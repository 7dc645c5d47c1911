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

/** Downloads, so many at a time: by one curl each, as a loop of a shell does, or all by one curl, which keeps its connections. */
export interface CurlPeer {
  readonly atATime: number;
  readonly programs: 'one each' | 'one for all';
}

/** Downloads the files, checks that each is whole, and gives back the seconds it took. Nothing is hashed, flushed, recorded or read back. */
export function downloadByCurl(
  folder: string,
  files: readonly OutputFile[],
  { platformUrl, token }: FileSource,
  { atATime, programs }: CurlPeer,
): number {
  mkdirSync(folder, { recursive: true });
  const transfers = files.map(({ fileId }) => ({
    file: fileId,
    url: `${platformUrl}api/v2/files/${fileId}/contents/`,
  }));
  // In a file, so that the token isn't on a command line.
  const config = (lines: readonly string[]): void =>
    writeFileSync(
      join(folder, 'config'),
      `header = "Authorization: Token ${token}"\n${lines.join('\n')}\n`,
    );
  const curl = ['curl', '-fsSL', '-K', 'config'];
  if (programs === 'one for all') {
    config(transfers.flatMap(({ file, url }) => [`url = "${url}"`, `output = "${file}"`]));
    curl.push('--parallel', '--parallel-max', String(atATime));
  } else {
    config([]);
    writeFileSync(
      join(folder, 'list'),
      transfers.map(({ file, url }) => `-o ${file} ${url}\n`).join(''),
    );
    curl.unshift('xargs', '-a', 'list', '-P', String(atATime), '-L', '1');
  }
  const [program = '', ...args] = curl;
  const started = performance.now();
  const end = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  const seconds = (performance.now() - started) / 1000;
  if (end.status !== 0) throw new Error(`${program} ended with ${end.status}: ${end.stderr}`);
  for (const { fileId, bytes } of files) {
    const { size } = statSync(join(folder, fileId));
    if (size !== bytes) throw new Error(`Expected ${bytes} bytes of file ${fileId}, got ${size}`);
  }
  return seconds;
}
