/** Readers of option values; what they refuse becomes a usage error with exit code 2. */
import { InvalidArgumentError } from 'commander';

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** A duration such as `500ms`, `90s`, `30m`, `2h` or `1d`, in milliseconds. */
export function parseDuration(text: string): number {
  const match = /^([0-9]+(?:\.[0-9]+)?)(ms|s|m|h|d)$/u.exec(text);
  const unit = unitMs[match?.[2] ?? ''];
  if (match === null || unit === undefined) {
    throw new InvalidArgumentError('Expected a duration such as 90s, 30m or 2h.');
  }
  return Math.round(Number(match[1]) * unit);
}

/** A whole number from 0 to 999,999,999. */
export function parseCount(text: string): number {
  if (!/^[0-9]{1,9}$/u.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}

/** Most runs that one list may name. */
const maxRuns = 100_000;

/** Run numbers such as `3,7-9`: ascending, each once. */
export function parseRuns(text: string): readonly number[] {
  const runs = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^\s*([0-9]{1,9})(?:-([0-9]{1,9}))?\s*$/u.exec(part);
    if (match === null) throw new InvalidArgumentError('Expected run numbers such as 3,7-9.');
    const first = Number(match[1]);
    const last = match[2] === undefined ? first : Number(match[2]);
    if (last < first) throw new InvalidArgumentError(`Expected a range upwards, got ${part}.`);
    if (last - first >= maxRuns || runs.size >= maxRuns) {
      throw new InvalidArgumentError(`Expected at most ${maxRuns} runs.`);
    }
    for (let run = first; run <= last; run += 1) runs.add(run);
  }
  return [...runs].sort((a, b) => a - b);
}

/** Names separated by commas. */
export function parseNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError('Expected names separated by commas.');
  return names;
}

/** The values of an option that may come again and again, in their order. */
export function appended(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}
