import type { FlowTiming } from './flow-timing.ts';
import { listOwnTimes } from './own-times.ts';

/** A time that came while the server was asked is no longer among the next ones. */
const slackMs = 120_000;
const hourMs = 3_600_000;
/** What comes more rarely isn't looked for. */
const longestMs = 400 * 24 * hourMs;
/** So many times a server names at most. */
const namedAtMost = 10;

/**
 * Whether the next times that a server names are those of the timing, as ordered: somebody may have given its schedule others. A server that
 * was down names the times that it missed until the next one has come: they are the order's own as well.
 * @param nextTimes ISO 8601, the earliest first
 */
export function followsTiming(
  timing: Pick<FlowTiming, 'cron' | 'everyMs' | 'timezone' | 'jitterMs'>,
  nextTimes: readonly string[],
  now: Date,
): boolean {
  const { jitterMs } = timing;
  const next = nextTimes.map((time) => Date.parse(time));
  const to = next.at(-1) ?? now.getTime() + longestMs;
  const passed = now.getTime() - slackMs;
  // All that it names is over: it was down for long, and has no room for what is to come.
  if (to < passed && next.length < namedAtMost) return false;
  const from = new Date(Math.min(passed, ...next) - jitterMs);
  const most = next.length === 0 ? 1 : (to - from.getTime()) / 60_000 + 2;
  const own = listOwnTimes(timing, { from, to: new Date(to) }, Math.min(most, 5_000));
  const isMet = (time: number): boolean =>
    next.some((one) => one >= time && one <= time + jitterMs);
  const isOwn = (one: number): boolean =>
    own.some((time) => one >= time.getTime() && one <= time.getTime() + jitterMs);
  return (
    next.every(isOwn) &&
    own
      .map((time) => time.getTime())
      .filter((time) => time >= now.getTime() + slackMs)
      // Of an hour that a change of clocks repeats, the server takes one; what is put off may be past the last one named.
      .every(
        (time) =>
          isMet(time) ||
          isMet(time + hourMs) ||
          isMet(time - hourMs) ||
          (next.length > 0 && time + jitterMs > to),
      )
  );
}
