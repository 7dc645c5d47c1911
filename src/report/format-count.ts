/** A count as people read it: `7`, `6,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
