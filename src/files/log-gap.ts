/** The line that stands in a run's log where the local platform left a part of it out. */

/** @param lostBytes what was left out in all */
export function gapLine(lostBytes: number, largestBytes: number): string {
  return `[... ${lostBytes} bytes left out: the log passed ${largestBytes} bytes ...]`;
}

/** {@link gapLine} as it stands in a log, between ends of lines and filled with blanks; its group is what was left out. */
export const gapPattern =
  /\n\[\.\.\. (\d{1,15}) bytes left out: the log passed \d+ bytes \.\.\.\] *\n/u;
