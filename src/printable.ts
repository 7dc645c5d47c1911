/** Makes text of others (names, logs, server answers) safe to print and to keep in tables. */

/** C0 but tab and line feed, DEL, C1, and the marks that reorder text on a terminal. */
export const unprintable = new RegExp(
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
