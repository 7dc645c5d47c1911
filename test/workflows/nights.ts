/** Nights by the calendar of a time zone, reckoned without Temporal. */

/** A stretch of time. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

const hourMs = 3_600_000;

/** Every moment of the spans at which a clock in `timezone` shows `hour`:00, ISO 8601 in UTC. */
export function nightsIn(
  spans: readonly Span[],
  { hour, timezone }: { readonly hour: number; readonly timezone: string },
): readonly string[] {
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit' });
  return spans.flatMap(({ from, to }) => {
    const nights: string[] = [];
    const first = Math.ceil(from.getTime() / hourMs) * hourMs;
    for (let time = first; time <= to.getTime(); time += hourMs) {
      if (Number(shown.format(time)) === hour) nights.push(new Date(time).toISOString());
    }
    return nights;
  });
}

/** From each of the nights to the next, hours. */
export function hoursBetween(nights: readonly string[]): readonly number[] {
  return nights
    .slice(1)
    .map((night, index) => (Date.parse(night) - Date.parse(nights[index] ?? '')) / hourMs);
}
