import type { PlatformFile } from './schemas/index.ts';

/** The run a file belongs to: `.../run<N>/<relativePath>`; undefined for a file of no run. */
export function runOfFile(file: Pick<PlatformFile, 'path'>): number | undefined {
  const match = /(?:^|\/)run(\d{1,9})\//.exec(file.path ?? '');
  return match === null ? undefined : Number(match[1]);
}
