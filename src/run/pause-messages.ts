/** Starts nothing more for a while. */
export interface PauseOrder {
  /** What executes is stopped: what it doesn't run to its end goes on with the study. */
  readonly now: boolean;
}

/** What a study has under way when it is paused. */
export interface PauseAnswer {
  readonly jobs: number;
  /** They are stopped, by this order or one before; else they run to their end. */
  readonly stopped: boolean;
}
