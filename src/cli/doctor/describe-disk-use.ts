import { formatBytes, sizeText } from '../format-quantities.ts';
import type { Block } from '../output/view.ts';
import { isScarce, type DiskUse, type FreeSpace } from './disk-use.ts';

/** A table of what takes space. */
export function diskUseBlocks(
  uses: readonly DiskUse[],
  free: FreeSpace | undefined,
): readonly Block[] {
  const rows = uses.map((use) => [use.what, sizeWords(use), use.path]);
  const left =
    free === undefined
      ? []
      : [['free', formatBytes(free.freeBytes), `of ${formatBytes(free.diskBytes)}`]];
  return [
    { kind: 'text', lines: [''] },
    { kind: 'table', head: ['disk', 'takes', 'where'], rows: [...rows, ...left], right: [1] },
  ];
}

/** What to do about a disk that is nearly full; undefined while it isn't. */
export function scarceWords(home: string, free: FreeSpace | undefined): string | undefined {
  if (free === undefined || !isScarce(free)) return undefined;
  return `Only ${formatBytes(free.freeBytes)} are free on the disk of ${home}. What could go: doeflow prune --older-than 90d --caches --dry-run`;
}

function sizeWords({ bytes, isWhole }: DiskUse): string {
  return bytes === null || isWhole ? sizeText(bytes ?? undefined) : `over ${sizeText(bytes)}`;
}
