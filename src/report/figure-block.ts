import { formatCount } from './format-count.ts';
import type { Block, Figure } from './report.ts';

/** A figure as a block. */
export function figureBlock(figure: Figure): Block {
  return { kind: 'figure', figure };
}

/** Why something isn't there, as a block. */
export function absent(text: string): Block {
  return { kind: 'absent', text };
}

/** Which of several names no figure shows, as a block; none where all are shown. @param what they are, such as `responses` */
export function leftOut(names: readonly string[], most: number, what: string): readonly Block[] {
  const left = names.slice(most);
  if (left.length === 0) return [];
  return [
    absent(
      `The figures are of the first ${most} of ${formatCount(names.length)} ${what}. Left out: ${firstOf(left)}; summary.json has the numbers of all.`,
    ),
  ];
}

/** `a, b, and 3 more`: the first ten. */
export function firstOf(names: readonly string[], between = ', '): string {
  const more = names.length > 10 ? `${between}and ${names.length - 10} more` : '';
  return `${names.slice(0, 10).join(between)}${more}`;
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

/** `1 run`, `7 runs`, `6,000 runs`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
