/** Of so many rows a look costs little: whoever asks gets one. */
const freeRows = 500;

/** A row of a list takes some 25 µs of processor time to read and check, and more to serve. */
const pauseMsOfRow = 0.5;

/**
 * How long what a look at a job has read is good for, in milliseconds: the more rows it read, the longer, so that looks take a twentieth of the time
 * of a job, however many runs it has.
 */
export function pauseAfterLook(rows: number): number {
  return rows <= freeRows ? 0 : rows * pauseMsOfRow;
}
