/** A time of ISO 8601 as people read it, such as `2026-11-26 05:17 UTC`. */
export function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
