/** Makes text of others (names, logs, server answers) safe to print. */
import { printable, unprintable } from '../printable.ts';

/** Like {@link printable}, on one line: line feeds and tabs become single blanks, those at the end go. */
export function printableLine(text: string): string {
  return printable(text)
    .replace(/[\n\t]+/gu, ' ')
    .trimEnd();
}

/** Names of others on one line that shows all of them: what {@link printableLine} leaves out or makes a blank is told as an escape, such as `\n`. */
export function escapedLine(text: string): string {
  return text.replace(
    escaped,
    (letter) =>
      shortEscapes.get(letter) ?? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const escaped = new RegExp(`[\\t\\n\\u2028\\u2029]|${unprintable.source}`, 'gu');

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** `text` cut to `width` characters in its middle, as two of one beginning may differ at their ends alone. */
export function clipMiddle(text: string, width: number): string {
  const characters = [...text];
  if (characters.length <= width) return text;
  const kept = Math.max(0, width - 1);
  const behind = Math.floor(kept / 2);
  const before = characters.slice(0, kept - behind).join('');
  return `${before}…${behind === 0 ? '' : characters.slice(-behind).join('')}`;
}

/** `text` cut to `width` characters, its last one an ellipsis when something was cut off. */
export function clip(text: string, width: number): string {
  const characters = [...text];
  if (characters.length <= width) return text;
  return `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}
