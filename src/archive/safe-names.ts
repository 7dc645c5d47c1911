/**
 * Names that others gave, as parts of keys: good on every file system and in every tool that reads bags. Odd characters are written `~` and
 * two hexadecimal digits for each of their bytes, so that a name can be had back from its safe form.
 */
import { createHash } from 'node:crypto';

const mostNameBytes = 200;
const mostPathBytes = 600;

/** Letters and digits of all scripts, and signs that no shell, URL or bag reader takes for something else. */
const plain = /^[\p{L}\p{M}\p{N} ._+,()@=-]$/u;

/** Windows keeps these for devices, whatever their ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/** Ending of files in the making, which a folder store refuses. */
const inTheMaking = /\.part$/iu;

/**
 * Safe paths for the files of one folder, by their own paths. Those that differ only in case or in the form of their letters get names that
 * differ on every file system, and so do a file and a folder of one name.
 */
export function safePaths(paths: readonly string[]): ReadonlyMap<string, string> {
  const spellings = new Map<string, Set<string>>();
  const folders = new Set<string>();
  for (const path of paths) {
    for (const prefix of prefixesOf(path)) {
      const folded = fold(prefix);
      spellings.set(folded, (spellings.get(folded) ?? new Set()).add(prefix));
      if (prefix !== path) folders.add(folded);
    }
  }
  const isContested = (path: string): boolean =>
    prefixesOf(path).some((prefix) => (spellings.get(fold(prefix))?.size ?? 0) > 1);
  return new Map(
    paths.map((path) => {
      const safe = safePath(path, isContested(path));
      return [path, folders.has(fold(path)) ? hashed(safe, path) : safe];
    }),
  );
}

/** One name that no other shares in any case: after letters in capitals, their places follow as a number. */
export function safeId(id: string): string {
  const safe = safeName(id, !/^\p{ASCII}*$/u.test(id));
  const places = Array.from(id).reduce(
    (mask, letter, index) => (/[A-Z]/u.test(letter) ? mask | (1n << BigInt(index)) : mask),
    0n,
  );
  return places === 0n ? safe : `${safe}~x${places.toString(16)}`;
}

/** The id that {@link safeId} made safe. */
export function idOfSafe(safe: string): string {
  const escapes = /(?:~[0-9a-f]{2})+/gu;
  return safe
    .replace(/~x[0-9a-f]+$/u, '')
    .replace(escapes, (bytes) => Buffer.from(bytes.replaceAll('~', ''), 'hex').toString('utf8'));
}

function safePath(path: string, isContested: boolean): string {
  const safe = path
    .split('/')
    .map((name) => safeName(name, isContested))
    .join('/');
  return Buffer.byteLength(safe) <= mostPathBytes ? safe : hashed(safe, path);
}

/** @param isContested whether only small ASCII letters may stay as they are */
function safeName(name: string, isContested: boolean): string {
  const isComposed = name === name.normalize('NFC');
  const letters = Array.from(name);
  const mustEscape = (letter: string, index: number): boolean =>
    !plain.test(letter) ||
    (!isComposed && letter > '\x7f') ||
    (isContested && !/[a-z0-9._ -]/u.test(letter)) ||
    (index === 0 && (letter === ' ' || device.test(name) || /^\.\.?$/u.test(name))) ||
    (index === letters.length - 1 && (/[ .]/u.test(letter) || inTheMaking.test(name)));
  const safe = letters
    .map((letter, index) => (mustEscape(letter, index) ? escaped(letter) : letter))
    .join('');
  // A path with an empty name in it is no path of a file system.
  if (safe === '') return '~~';
  return Buffer.byteLength(safe) <= mostNameBytes ? safe : hashed(safe, name);
}

function escaped(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  if (code >= 0xd800 && code <= 0xdfff) return `~u${code.toString(16)}`;
  return Array.from(Buffer.from(letter), (byte) => `~${byte.toString(16).padStart(2, '0')}`).join(
    '',
  );
}

/** The beginning of a name that can't be kept whole, with a hash of the whole. */
function hashed(safe: string, whole: string): string {
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, 16);
  const start = Array.from(safe.replaceAll('/', '_'))
    .slice(0, 40)
    .join('')
    .replace(/~[0-9a-f]?$/u, '');
  return `${start}~~${hash}`;
}

function prefixesOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function fold(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
