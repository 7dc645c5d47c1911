/** When something comes again, and what holds when it can't: checked before anything is made of it. */
import { UsageError } from '../errors.ts';
import { checkCron } from './cron.ts';
import { shortestGapMs } from './shortest-gap.ts';

/** What happens when one comes while the last one is still under way. */
export const flowOverlaps = ['skip', 'buffer-one', 'buffer-all', 'allow-all'] as const;

export type FlowOverlap = (typeof flowOverlaps)[number];

export interface FlowTiming {
  /** Five fields; this or `everyMs`. */
  readonly cron?: string | undefined;
  /** From midnight UTC of 1 January 1970 on. */
  readonly everyMs?: number | undefined;
  /** A name of the IANA database, such as `Europe/Berlin`; for `cron` only. */
  readonly timezone: string;
  readonly overlap: FlowOverlap;
  /** Times that were missed are made up for this long afterwards. */
  readonly catchupMs: number;
  /** Each start is put off by a random part of this; at most the shortest time to the next one. */
  readonly jitterMs: number;
}

/** Temporal's own bound. */
const leastCatchupMs = 10_000;
const leastEveryMs = 60_000;

/**
 * Gives back the timing with its time zone as the database spells it.
 * @throws UsageError USAGE_SCHEDULE
 */
export function checkTiming(timing: FlowTiming): FlowTiming {
  const { cron, everyMs, catchupMs, jitterMs } = timing;
  if ((cron === undefined) === (everyMs === undefined)) {
    throw wrong(
      'Say when it comes: either a cron expression or an interval',
      'Give --cron or --every',
    );
  }
  if (cron !== undefined) checkCron(cron);
  if (everyMs !== undefined && everyMs < leastEveryMs) {
    throw wrong('The interval is too short', 'Give at least a minute, such as --every 6h');
  }
  if (everyMs !== undefined && timing.timezone !== 'UTC') {
    throw wrong(
      'A time zone has no meaning for an interval, which counts from midnight UTC',
      'Leave --timezone out, or give --cron',
    );
  }
  if (catchupMs < leastCatchupMs) {
    throw wrong('The catch-up window is too short', 'Give at least 10s, such as --catch-up 1h');
  }
  const gapMs = shortestGapMs(timing);
  if (jitterMs > gapMs) {
    throw wrong(
      `The jitter of ${durationWords(jitterMs)} is longer than the shortest time from one start to the next, ${durationWords(gapMs)}`,
      `Give --jitter at most ${durationWords(gapMs)}`,
    );
  }
  return { ...timing, timezone: timezoneOf(timing.timezone) };
}

/** Said in a few words, such as `0 3 * * * (Europe/Berlin)` or `every 6 h`. */
export function timingWords({ cron, everyMs, timezone }: FlowTiming): string {
  if (cron !== undefined) return `${cron} (${timezone})`;
  return `every ${durationWords(everyMs ?? 0)}`;
}

/** A duration by its largest whole unit, such as `90 min` or `6 h`. */
export function durationWords(durationMs: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ] as const;
  const [unit, ms] = units.find(([, ms]) => durationMs >= ms && durationMs % ms === 0) ?? ['ms', 1];
  return `${durationMs / ms} ${unit}`;
}

function timezoneOf(name: string): string {
  // The clock of a machine takes offsets too; Temporal takes names alone, spelt as in the database.
  try {
    if (!/^[A-Za-z]/u.test(name)) throw new RangeError(name);
    const spelt = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return spelt.toLowerCase() === name.toLowerCase() ? spelt : name;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw wrong(
      `There is no time zone "${name}"`,
      'Give a name such as Europe/Berlin, America/New_York or UTC',
    );
  }
}

function wrong(message: string, hint: string): UsageError {
  return new UsageError('USAGE_SCHEDULE', message, { hint });
}
