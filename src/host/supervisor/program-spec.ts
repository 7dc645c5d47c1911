import type { ProgramDatabase } from './damaged-database.ts';

/** How one program is started, seen to be ready, and ended. */
export interface ProgramSpec {
  readonly name: 'temporal' | 'platform' | 'runner' | 'worker';
  /** For people: `Temporal server`. */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The user that it runs as; absent: our own. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** Handed over through a pipe: its token, for a program that has one. */
  readonly secret?: string;
  /** A line of its stdout, or a question that is answered when it is ready; absent: as soon as it runs. */
  readonly ready?: RegExp | ((signal: AbortSignal) => Promise<void>);
  /** Where it answers by HTTP, if only with an error: one that is up but stays silent there is killed and started again. */
  readonly answersAt?: string;
  /** On 127.0.0.1, where others speak to it: they are kept from another user's process that sits there in its place. */
  readonly port?: number;
  /** Without it, or with a damaged one, the program can't start. */
  readonly database?: ProgramDatabase;
  /** From SIGTERM to SIGKILL. */
  readonly stopGraceMs: number;
}
