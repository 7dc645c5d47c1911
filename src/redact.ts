/**
 * Takes secrets out of texts, in every spelling in which a program may print them: as they are, in JSON, percent-encoded, in hex, backwards, and in both
 * alphabets of base64, also in the middle of something longer. A part of a secret counts as the secret from eight characters on: a text may
 * be cut anywhere. What is hidden of a part has exceptions, as a token made of words would blank ordinary text: words (letters of one case,
 * perhaps with `-`, `_` or `.`) count from 16 characters on, and parts of one or two different characters never. A whole secret is always
 * hidden, unless it has fewer than four characters.
 */

/** What stands in a text where a secret stood. */
const mask = '[redacted]';

/** Shorter secrets are left alone: they would blank ordinary words. */
const shortestSecret = 4;
/** Characters of a secret that are worth hiding without the others. */
const shortestPart = 8;
/** The same for what could be words of a text. */
const shortestWords = 16;

const words = /^(?:[A-Z]?[a-z]+|[A-Z]+)?(?:[-_.](?:[A-Z]?[a-z]+|[A-Z]+))*[-_.]?$/u;

/** One way to write a secret. */
interface Spelling {
  readonly text: string;
  /** Characters of it that stand for eight of the secret. */
  readonly part: number;
}

/** Where a piece of four characters stands in a spelling. */
interface Piece {
  readonly spelling: Spelling;
  readonly at: number;
}

type PieceIndex = ReadonlyMap<string, readonly Piece[]>;

interface Range {
  readonly start: number;
  readonly end: number;
}

const pieceLength = 4;

/** Of the few secrets of a process; reading one's spellings again for each line of a log would take longer than the search. */
const known = new Map<string, PieceIndex>();

/** Gives back a text without the secrets and their parts. Time grows with the text, a megabyte in some milliseconds. */
export function redact(text: string, secrets: readonly string[]): string {
  return withoutRanges(text, rangesOf(text, secrets), 0);
}

/**
 * Gives back a {@link redact} for pieces of one text that come one after another. Nothing is held back: what is cut in two shows at most seven
 * characters of a secret, of the piece before.
 * @param secrets as they are known when a piece comes
 */
export function redactInPieces(secrets: () => readonly string[]): (piece: string) => string {
  let before = '';
  return (piece) => {
    const all = secrets();
    const text = before + piece;
    const shown = withoutRanges(text, rangesOf(text, all), before.length);
    const longest = Math.max(0, ...all.map((secret) => 3 * secret.length));
    before = longest === 0 ? '' : text.slice(-longest);
    return shown;
  };
}

function withoutRanges(text: string, ranges: readonly Range[], from: number): string {
  let shown = '';
  let at = from;
  for (const { start, end } of ranges) {
    if (end <= at) continue;
    shown += text.slice(at, Math.max(at, start)) + mask;
    at = end;
  }
  return at === 0 ? text : shown + text.slice(at);
}

/** What is to be hidden, in the order of the text, without overlaps. */
function rangesOf(text: string, secrets: readonly string[]): readonly Range[] {
  const found = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => rangesOfSecret(text, secret));
  const merged: Range[] = [];
  for (const { start, end } of found.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || start > last.end) merged.push({ start, end });
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  }
  return merged;
}

/** A run of eight characters has a piece of four at a place that four divides, wherever it begins: only these are looked up. */
function rangesOfSecret(text: string, secret: string): Range[] {
  if (secret.length < shortestPart) return rangesOfWhole(text, secret);
  const index = known.get(secret) ?? indexOf(secret);
  known.set(secret, index);
  const ranges: Range[] = [];
  for (let at = 0; at + pieceLength <= text.length; at += pieceLength) {
    const pieces = index.get(text.slice(at, at + pieceLength));
    if (pieces === undefined) continue;
    for (const piece of pieces) {
      const range = runAround(text, at, piece);
      if (isHidden(text.slice(range.start, range.end), piece.spelling)) ranges.push(range);
    }
    const last = ranges.at(-1);
    if (last !== undefined && last.end > at + pieceLength) {
      at = Math.floor(last.end / pieceLength) * pieceLength - pieceLength;
    }
  }
  return ranges;
}

function rangesOfWhole(text: string, secret: string): Range[] {
  const ranges: Range[] = [];
  for (const spelling of spellingsOf(secret)) {
    let start = text.indexOf(spelling.text);
    while (start >= 0) {
      ranges.push({ start, end: start + spelling.text.length });
      start = text.indexOf(spelling.text, start + spelling.text.length);
    }
  }
  return ranges;
}

/** As far as text and spelling are equal to both sides of a piece. */
function runAround(text: string, at: number, { spelling, at: inSpelling }: Piece): Range {
  let back = 0;
  while (back < Math.min(at, inSpelling)) {
    if (text[at - back - 1] !== spelling.text[inSpelling - back - 1]) break;
    back += 1;
  }
  const most = Math.min(text.length - at, spelling.text.length - inSpelling);
  let on = pieceLength;
  while (on < most && text[at + on] === spelling.text[inSpelling + on]) on += 1;
  return { start: at - back, end: at + on };
}

function isHidden(run: string, { text, part }: Spelling): boolean {
  if (run.length === text.length) return true;
  if (run.length < part || new Set(run).size < 3) return false;
  // Digits of hex or base64 are no words.
  return part > shortestPart || run.length >= shortestWords || !words.test(run);
}

function indexOf(secret: string): PieceIndex {
  const index = new Map<string, Piece[]>();
  for (const spelling of spellingsOf(secret)) {
    for (let at = 0; at + pieceLength <= spelling.text.length; at += 1) {
      const piece = spelling.text.slice(at, at + pieceLength);
      index.set(piece, [...(index.get(piece) ?? []), { spelling, at }]);
    }
  }
  return index;
}

function spellingsOf(secret: string): readonly Spelling[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const percent = hex.replaceAll(/../gu, '%$&');
  const uri = encodeURIComponent(secret);
  const reversed = [...secret].reverse().join('');
  const plain = [
    secret,
    reversed,
    JSON.stringify(secret).slice(1, -1),
    uri,
    uri.replaceAll(/%../gu, lower),
  ];
  const base64 = [0, 1, 2].flatMap((shift) => base64Of(bytes, shift));
  const spellings = [
    ...plain.map((text) => ({ text, part: shortestPart })),
    ...[hex, hex.toUpperCase()].map((text) => ({ text, part: 2 * shortestPart })),
    ...[percent, percent.toUpperCase()].map((text) => ({ text, part: 3 * shortestPart })),
    // Eight characters are 64 bits, and ten digits of six bits are theirs alone.
    ...base64.flatMap((text) => [
      { text, part: 10 },
      { text: text.replaceAll('+', '-').replaceAll('/', '_'), part: 10 },
    ]),
  ];
  return [...new Map(spellings.map((one) => [one.text, one])).values()];
}

/** The digits that a secret alone decides, behind `shift` other bytes; with nothing before it, also as it ends by itself. */
function base64Of(bytes: Buffer, shift: number): readonly string[] {
  const digits = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  const own = digits.slice(
    Math.ceil((shift * 8) / 6),
    Math.floor(((shift + bytes.length) * 8) / 6),
  );
  return shift === 0 ? [own, digits, digits.replace(/=+$/u, '')] : [own];
}

function lower(text: string): string {
  return text.toLowerCase();
}
