/** What a job needs from the runner around it. */
export interface RunnerContext {
  readonly now: () => number;
  /** The journal has new lines. */
  readonly grew: (jobId: string) => void;
  /** A slot became free or a run became ready: something may start. */
  readonly changed: () => void;
  readonly path: string;
  /** Names this platform's processes among those of others on the machine. */
  readonly markerPrefix: string;
  /** Tells this runner's processes from those of an earlier one in the same folder. */
  readonly instance: string;
}
