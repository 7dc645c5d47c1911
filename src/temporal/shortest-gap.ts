import { readCron } from './cron.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** After so many years, each date falls on the same day of the week again. */
const calendarYears = [2001, 2029] as const;

/** Shortest time between one and the next, milliseconds; the days on which clocks change apart. Infinity for what comes once in 28 years. */
export function shortestGapMs({
  cron,
  everyMs,
}: {
  readonly cron?: string | undefined;
  readonly everyMs?: number | undefined;
}): number {
  if (cron === undefined) return everyMs ?? Infinity;
  const { minutes, hours, days, months, weekdays } = readCron(cron);
  const times = [...hours]
    .flatMap((hour) => [...minutes].map((minute) => (hour * 60 + minute) * minuteMs))
    .sort((a, b) => a - b);
  const [firstOfDay = 0, lastOfDay = 0] = [times[0], times.at(-1)];
  let gap = times.reduce(
    (least, time, index) => Math.min(least, time - (times[index - 1] ?? -Infinity)),
    Infinity,
  );
  const [from, to] = calendarYears.map((year) => Date.UTC(year, 0, 1)) as [number, number];
  let before = -Infinity;
  for (let day = from; day < to; day += dayMs) {
    const date = new Date(day);
    if (!months.has(date.getUTCMonth() + 1) || !days.has(date.getUTCDate())) continue;
    if (!weekdays.has(date.getUTCDay())) continue;
    gap = Math.min(gap, day + firstOfDay - before);
    before = day + lastOfDay;
  }
  return gap;
}
