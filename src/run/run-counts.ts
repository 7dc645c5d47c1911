/** Counts of planned runs by their latest attempt; the nominal run is not counted. */
export interface RunCounts {
  readonly total: number;
  readonly done: number;
  /** Those that were stopped and those that run again are among them. */
  readonly failed: number;
  /** In a submitted job and not yet collected. */
  readonly submitted: number;
  /** Of the submitted ones: those that run again, and so are among the failed or stopped too; absent for none. */
  readonly repeated?: number;
  /** Of those that are done: they weren't run, as finished runs of other studies stand for them; absent for none. */
  readonly reused?: number;
  /** Withdrawn by amendments: they are never run; absent for none. */
  readonly withdrawn?: number;
}
