import { letterWidth } from './drawing.ts';

/** Widths of letters of 12 px in a wide common font, px; all others are as wide as {@link letterWidth}. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[MWmw@%…]/u, 11.5],
  [/[\p{Lu}_]/u, 8.2],
  [/[iljfrt.,:;'|()[\] ]/u, 4.6],
];

/** What a text in a figure takes at most, px: without a browser it is guessed, and capitals take half as much again as other letters. */
export function textWidth(text: string): number {
  return [...text].reduce(
    (sum, sign) => sum + (widths.find(([signs]) => signs.test(sign))?.[1] ?? letterWidth),
    0,
  );
}

/** The longest of the texts cut to so many letters, at most `most` and at least `least`, that takes no more than `room` px. */
export function widestFitting(
  textOf: (letters: number) => string,
  { most, least, room }: Readonly<Record<'most' | 'least' | 'room', number>>,
): string {
  let letters = most;
  while (letters > least && textWidth(textOf(letters)) > room) letters -= 1;
  return textOf(letters);
}
