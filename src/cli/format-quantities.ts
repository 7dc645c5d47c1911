/** Durations, sizes and counts as people read them. */

/** `0:07`, `12:30`, `3:05:09`, `2d 3:05:09` of a duration in milliseconds; negative ones count as 0. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock =
    days > 0 || hours > 0
      ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
      : `${minutes}:${two(seconds % 60)}`;
  return days > 0 ? `${days}d ${clock}` : clock;
}

/** `512 B`, `1.5 kB`, `3.2 MB`, …: decimal units. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit] ?? ''}`;
}

/** {@link formatBytes}, or that the size isn't known. */
export function sizeText(bytes: number | undefined): string {
  return bytes === undefined ? 'not known' : formatBytes(bytes);
}

/** `1 run`, `24 runs`, `1,000,000 runs`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** `1 job waits`, `24 jobs wait`. @param verb as it stands behind several, such as `wait` or `are` */
export function subjectOf(count: number, noun: string, verb: string): string {
  const behindOne = verb === 'are' ? 'is' : `${verb}s`;
  return `${countOf(count, noun)} ${count === 1 ? behindOne : verb}`;
}
