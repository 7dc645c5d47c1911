import { isUtf8 } from 'node:buffer';
import { quoteShell } from '../quote-shell.ts';

/** Where a file stops being a text in UTF-8, and what to do: reading it all the same would make different letters one. */
export interface NotUtf8 {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string;
}

/**
 * The text of bytes in UTF-8; a byte-order mark stays at its beginning.
 * @param name of the file, for the next step
 */
export function readUtf8(bytes: Uint8Array, name: string): string | NotUtf8 {
  if (isUtf8(bytes) && !bytes.includes(0)) return Buffer.from(bytes).toString('utf8');
  const encoding = encodingOf(bytes);
  return {
    ...(encoding === 'UTF-16' ? { line: 1, column: 1 } : placeOfFault(bytes)),
    message: `Expected a file in UTF-8, got ${encoding === undefined ? 'a NUL character, which no text has' : encoding === 'UTF-16' ? encoding : 'other bytes'}`,
    hint: convertHint(encoding, name),
  };
}

type Encoding = 'UTF-16' | 'WINDOWS-1252' | undefined;

/** Undefined for bytes that are no text at all. */
function encodingOf(bytes: Uint8Array): Encoding {
  const isMarked = /^(?:fffe|feff)/u.test(Buffer.from(bytes.subarray(0, 2)).toString('hex'));
  if (isMarked) return 'UTF-16';
  return bytes.includes(0) ? undefined : 'WINDOWS-1252';
}

function convertHint(encoding: Encoding, name: string): string {
  if (encoding === undefined) return 'remove it, or save the file as UTF-8';
  const convert = `iconv -f ${encoding} -t UTF-8 ${quoteShell(name)} > converted`;
  return encoding === 'UTF-16'
    ? `save it as UTF-8; in PowerShell, write it with \`Out-File -Encoding utf8\`; or convert it: ${convert}`
    : `save it as UTF-8 (in Excel: "CSV UTF-8"), or convert it, if it is of Windows: ${convert}`;
}

const lineFeed = 0x0a;

/** The first byte of 0 or of no letter; no letter of UTF-8 has a line feed within it, so that lines can be looked at one by one. */
function placeOfFault(bytes: Uint8Array): { readonly line: number; readonly column: number } {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const next = bytes.indexOf(lineFeed, start);
    const own = bytes.subarray(start, next < 0 ? bytes.length : next);
    if (!isUtf8(own) || own.includes(0)) {
      const before = Buffer.from(own)
        .toString('utf8')
        .search(/[\uFFFD\0]/u);
      return { line, column: Math.max(before, 0) + 1 };
    }
    start = next < 0 ? bytes.length : next + 1;
  }
  return { line: 1, column: 1 };
}
