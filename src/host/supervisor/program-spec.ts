/** How one program is started, seen to be ready, and ended. */
export interface ProgramSpec {
  readonly name: 'temporal' | 'platform' | 'runner' | 'worker';
  /** For people: `Temporal server`. */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** A line of its stdout, or a question that is answered when it is ready; absent: as soon as it runs. */
  readonly ready?: RegExp | ((signal: AbortSignal) => Promise<void>);
  /** From SIGTERM to SIGKILL. */
  readonly stopGraceMs: number;
}
