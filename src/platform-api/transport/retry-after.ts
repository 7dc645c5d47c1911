const shortestMs = 1_000;
const longestMs = 15 * 60_000;
const unreadableMs = 10_000;

/**
 * Milliseconds to wait, 1 s to 15 min, from a `Retry-After` header of seconds or an HTTP date; 10 s when it is absent or
 * unreadable.
 * @param nowMs epoch milliseconds
 */
export function parseRetryAfterMs(header: string | undefined, nowMs: number): number {
  const text = header?.trim() ?? '';
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return clampWaitMs(Number(text) * 1000);
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? unreadableMs : clampWaitMs(date - nowMs);
}

/** A wait within 1 s to 15 min. */
export function clampWaitMs(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), shortestMs), longestMs);
}
