/** A date-time of the platform in milliseconds, as UTC where it names no time zone, whatever the worker's own is; NaN where there is none. */
export function platformTimeMs(text: string | null | undefined): number {
  const isBare = /T[0-9:.]+$/u.test(text ?? '');
  return Date.parse(isBare ? `${text ?? ''}Z` : (text ?? ''));
}
