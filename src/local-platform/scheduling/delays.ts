/** How long the platform takes for what takes minutes on a real one, in milliseconds at speed 1. */
export interface Delays {
  /** In `Pending` and `Waiting for Queue` together. */
  readonly queueMs: number;
  /** From the start of a cluster until it is there. */
  readonly startMs: number;
  /** From the end of a job until its cluster is gone. */
  readonly endMs: number;
}

/** The delays at a given speed. */
export function delaysAt(speed: number): Delays {
  return { queueMs: 200 / speed, startMs: 200 / speed, endMs: 50 / speed };
}
