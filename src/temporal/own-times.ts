/** The times at which something comes by its own timing, reckoned without a server: what a server names may be anybody's word. */
import { localMs } from './count-times.ts';
import { readCron } from './cron.ts';
import type { FlowTiming } from './flow-timing.ts';

const minuteMs = 60_000;
/** Clocks change at no finer step. */
const stepMs = 15 * minuteMs;

type Timing = Pick<FlowTiming, 'cron' | 'everyMs' | 'timezone'>;

/** True for a time at which it comes; of an hour that a change of clocks repeats, both. Jitter has no say: what is put off keeps its time. */
export function isOwnTime(timing: Timing, time: Date): boolean {
  return listOwnTimes(timing, { from: time, to: time }, 1).length === 1;
}

/** Times at which it comes from `from` to `to`, the latest first; at most `most`. */
export function listOwnTimes(
  { cron, everyMs, timezone }: Timing,
  { from, to }: { readonly from: Date; readonly to: Date },
  most: number,
): readonly Date[] {
  const times: Date[] = [];
  const stepOf = (ms: number): number => Math.floor(to.getTime() / ms) * ms;
  if (cron === undefined) {
    if (everyMs === undefined) return [];
    for (let time = stepOf(everyMs); time >= from.getTime() && times.length < most; time -= everyMs)
      times.push(new Date(time));
    return times;
  }
  const fields = readCron(cron);
  for (let step = stepOf(stepMs); step > from.getTime() - stepMs; step -= stepMs) {
    const shown = new Date(localMs(new Date(step), timezone));
    const isDay =
      fields.months.has(shown.getUTCMonth() + 1) &&
      fields.days.has(shown.getUTCDate()) &&
      fields.weekdays.has(shown.getUTCDay());
    if (!isDay || !fields.hours.has(shown.getUTCHours())) continue;
    for (let time = step + stepMs - minuteMs; time >= step; time -= minuteMs) {
      if (time < from.getTime() || time > to.getTime()) continue;
      if (!fields.minutes.has(shown.getUTCMinutes() + (time - step) / minuteMs)) continue;
      times.push(new Date(time));
      if (times.length === most) return times;
    }
  }
  return times;
}
