import type { Block, Figure } from './report.ts';

/** A figure as a block. */
export function figureBlock(figure: Figure): Block {
  return { kind: 'figure', figure };
}

/** Why something isn't there, as a block. */
export function absent(text: string): Block {
  return { kind: 'absent', text };
}

/** A name as part of a file's name and of an address. */
export function slug(...names: readonly string[]): string {
  return names
    .map((name) =>
      name
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/gu, '-')
        .replaceAll(/^-+|-+$/gu, ''),
    )
    .join('-');
}

/** `1 run`, `7 runs`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
