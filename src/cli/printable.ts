/** Makes text of others (names, logs, server answers) safe to print. */

/** C0 but tab and line feed, DEL, C1, and the marks that reorder text on a terminal. */
const unprintable = new RegExp(
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]',
  'gu',
);
/** Escape sequences of terminals: CSI, OSC up to its end, and two-byte ones. */
const escapeSequence = new RegExp(
  '\\u001b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)?|[@-_])',
  'gu',
);

/** `text` without terminal escape sequences and control characters; tabs and line feeds stay, CR LF becomes LF. */
export function printable(text: string): string {
  return text.replace(/\r\n/gu, '\n').replace(escapeSequence, '').replace(unprintable, '');
}

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
