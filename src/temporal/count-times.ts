import { readCron } from './cron.ts';
import type { FlowTiming } from './flow-timing.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** How often it comes from `from` to `to`: a time that a change of clocks leaves out is counted all the same. */
export function countTimes(
  { cron, everyMs, timezone }: Pick<FlowTiming, 'cron' | 'everyMs' | 'timezone'>,
  { from, to }: { readonly from: Date; readonly to: Date },
): number {
  if (to < from) return 0;
  if (cron === undefined) {
    if (everyMs === undefined) return 0;
    return Math.floor(to.getTime() / everyMs) - Math.ceil(from.getTime() / everyMs) + 1;
  }
  const { minutes, hours, days, months, weekdays } = readCron(cron);
  const times = [...hours].flatMap((hour) => [...minutes].map((minute) => hour * 60 + minute));
  const first = localMs(from, timezone);
  const last = localMs(to, timezone);
  let count = 0;
  for (let day = first - (first % dayMs); day <= last; day += dayMs) {
    const date = new Date(day);
    if (!months.has(date.getUTCMonth() + 1) || !days.has(date.getUTCDate())) continue;
    if (!weekdays.has(date.getUTCDay())) continue;
    const isWhole = day >= first && day + dayMs <= last;
    count += isWhole ? times.length : times.filter((time) => isIn(day + time * minuteMs)).length;
  }
  return count;

  function isIn(time: number): boolean {
    return time >= first && time <= last;
  }
}

/** What the clock on the wall shows, as if it were UTC; milliseconds. */
export function localMs(time: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const),
  });
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  return Date.UTC(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  );
}
