/** Readers of option values; what they refuse becomes a usage error with exit code 2. */
import { InvalidArgumentError } from 'commander';
import { longestDuration, parseDurationMs } from '../duration.ts';
import { parseListenAddress, type ListenAddress } from '../host/listen-address.ts';
import { parseNumber } from '../numbers/index.ts';

/** A duration such as `500ms`, `90s`, `1h30m` or `1d`, in milliseconds; at most 100 years. */
export function parseDuration(text: string): number {
  const durationMs = parseDurationMs(text);
  if (durationMs === undefined) {
    throw new InvalidArgumentError(
      `Write a duration with its unit, such as 90s, 30m or 1h30m; at most ${longestDuration.text} (100 years).`,
    );
  }
  return durationMs;
}

/** The same, and `0`, which needs no unit. */
export function parseDurationOrNone(text: string): number {
  return text.trim() === '0' ? 0 : parseDuration(text);
}

/** A day or a time such as `2026-03-01T03:00Z`, in UTC unless it says otherwise. */
export function parseTime(text: string): Date {
  const isTime = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?$/u.exec(
    text,
  );
  const [, day = ''] = isTime ?? [];
  const midnight = new Date(day);
  // JavaScript takes 30 February for 2 March.
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
  const time = new Date(/T[0-9:]+$/u.test(text) ? `${text}Z` : text);
  if (isTime !== null && isDay && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError(
    isTime !== null && !isDay
      ? `There is no day ${day}.`
      : 'Write a day or a time, such as 2026-03-01 or 2026-03-01T03:00Z.',
  );
}

/** A whole number from 0 to 999,999,999. */
export function parseCount(text: string): number {
  if (!/^[0-9]{1,9}$/u.test(text))
    throw new InvalidArgumentError('Write a whole number from 0 to 999999999.');
  return Number(text);
}

/** A size such as `500MB`, `1.5TB` or `0`, in bytes; units count by thousands. */
export function parseBytes(text: string): number {
  const [, amount, unit] = /^(\d{1,9}(?:\.\d{1,6})?)(B|kB|KB|MB|GB|TB)$/u.exec(text.trim()) ?? [];
  if (text.trim() === '0') return 0;
  if (amount === undefined || unit === undefined) {
    throw new InvalidArgumentError('Write a size with its unit, such as 500MB or 50GB.');
  }
  return Math.round(
    Number(amount) * 1000 ** ['B', 'KB', 'MB', 'GB', 'TB'].indexOf(unit.toUpperCase()),
  );
}

/** A whole number from 1 to 1000. */
export function parseSlots(text: string): number {
  const slots = /^[0-9]{1,4}$/u.test(text) ? Number(text) : 0;
  if (slots >= 1 && slots <= 1000) return slots;
  throw new InvalidArgumentError('Write a whole number from 1 to 1000.');
}

/** A whole number of days, from 1 to 10 years. */
export function parseDays(text: string): number {
  const days = /^[0-9]{1,4}$/u.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= 3650) return days;
  throw new InvalidArgumentError('Write a whole number of days, from 1 to 3650.');
}

/** Where to listen. */
export function parseListen(text: string): ListenAddress {
  const address = parseListenAddress(text);
  if (address !== undefined) return address;
  throw new InvalidArgumentError('Write a port, or an address and a port, such as 0.0.0.0:9464.');
}

/** A finite number from 0. */
export function parseAmount(text: string): number {
  const amount = parseNumber(text);
  if (amount === undefined || !Number.isFinite(amount) || amount < 0) {
    throw new InvalidArgumentError('Write a number from 0, such as 1e-6.');
  }
  return amount;
}

/** Most runs that one list may name. */
const maxRuns = 100_000;

/** Run numbers such as `3,7-9`: ascending, each once. */
export function parseRuns(text: string): readonly number[] {
  const runs = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^\s*([0-9]{1,9})(?:-([0-9]{1,9}))?\s*$/u.exec(part);
    if (match === null) throw new InvalidArgumentError('Write run numbers such as 3,7-9.');
    const first = Number(match[1]);
    const last = match[2] === undefined ? first : Number(match[2]);
    if (last < first) throw new InvalidArgumentError(`Expected an ascending range, got ${part}.`);
    if (last - first >= maxRuns || runs.size >= maxRuns) {
      throw new InvalidArgumentError(`At most ${maxRuns} runs can be named.`);
    }
    for (let run = first; run <= last; run += 1) runs.add(run);
  }
  return [...runs].sort((a, b) => a - b);
}

/** Names separated by commas. */
export function parseNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes(''))
    throw new InvalidArgumentError('Write names separated by commas, none of them empty.');
  return names;
}

/** The values of an option that may come again and again, in their order. */
export function appended(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}
