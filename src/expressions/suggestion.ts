/** "Did you mean" for a word that isn't one of the known ones: by meaning where others call it so, else by letters. */

/** Known words, each with what others call it. */
export type OtherNames = Readonly<Record<string, readonly string[]>>;

/** @returns a hint such as ``did you mean `stress`?``, or undefined where no known word is near */
export function suggestion(
  word: string,
  known: Iterable<string>,
  otherNames: OtherNames = {},
): string | undefined {
  const meant = meantWord(word, known, otherNames);
  return meant === undefined ? undefined : `did you mean \`${meant}\`?`;
}

/** @returns the known word that was meant: the same but for case and hyphens, one that others call so, or the nearest by letters */
export function meantWord(
  word: string,
  known: Iterable<string>,
  otherNames: OtherNames = {},
): string | undefined {
  const candidates = [...known];
  const written = plain(word);
  if (written !== '') {
    const same = candidates.find((candidate) => plain(candidate) === written);
    if (same !== undefined) return same;
    const names = new Set([written, written.replace(/s$/u, ''), withoutKind(written)]);
    const called = candidates.find((candidate) =>
      namesOf(otherNames, candidate).some((name) => names.has(plain(name))),
    );
    if (called !== undefined) return called;
  }
  return nearest(word, candidates);
}

function namesOf(otherNames: OtherNames, word: string): readonly string[] {
  return Object.hasOwn(otherNames, word) ? (otherNames[word] ?? []) : [];
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/gu, '');
}

/** `sobol_sampling` is a sobol. */
function withoutKind(word: string): string {
  return word.replace(/(?:sampling|samples?|design|method|distribution|variable)$/u, '') || word;
}

function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  // Of a word of one letter nothing would be left.
  let least = Math.min(Math.max(1, Math.floor(word.length / 3)), word.length - 1) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 10 || a.length > 64) return Infinity;
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isEqual = a[i - 1] === b[j - 1];
      const replaced = (previous[j - 1] ?? 0) + (isEqual ? 0 : 1);
      let cost = Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (older[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    [older, previous] = [previous, row];
  }
  return previous[b.length] ?? Infinity;
}
