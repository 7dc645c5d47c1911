/**
 * What the platform's server and its runner exchange: the files of a job folder and the lines on their socket.
 * The files are the truth, the socket only wakes the other side, so either may die at any moment.
 */

/** A cell of the param or case file: text as it stood there, or a number made by a generator. */
export type RunValue = string | number;

/** One analysis of a job, as shell text; pre- and post-process are empty when there are none. */
export interface JobStep {
  readonly preProcess: string;
  readonly command: string;
  readonly postProcess: string;
}

/** Which files of a work folder are kept as outputs; the first rule that matches decides. */
export interface OutputRule {
  /** `generated`, `templates` and `inputs` are the platform's three defaults; anything else is a glob. */
  readonly selector: string;
  readonly include: boolean;
  readonly caseSensitive: boolean;
}

/** `job.json`: all that the runner needs to know of a job; written before the runner hears of it. */
export interface RunnerJob {
  readonly jobId: string;
  /** Runs of one pool share its slots: a persistent cluster, or the job itself. */
  readonly pool: { readonly id: string; readonly slots: number };
  readonly slots: number;
  readonly coresPerSlot: number;
  /** Longest execution of the whole job; null for none. */
  readonly walltimeMs: number | null;
  /** Environment of every run, besides PATH, HOME, LANG and TMPDIR. */
  readonly environment: Readonly<Record<string, string>>;
  readonly steps: readonly JobStep[];
  /** `source` is a file in the job's `templates` folder, `target` a path inside the work folder. */
  readonly templates: readonly { readonly source: string; readonly target: string }[];
  /** Render the templates only, start no command. */
  readonly dryRun: boolean;
  readonly outputRules: readonly OutputRule[];
  readonly limits: RunLimits;
}

/** Bounds on what one run may write. */
export interface RunLimits {
  /** A longer `process_output.log` keeps its head and its tail. */
  readonly logBytes: number;
  /** Largest single file. */
  readonly fileBytes: number;
  /** All files of a run together; a run past it is ended. */
  readonly runBytes: number;
  /** Between asking a command to end and killing it. */
  readonly graceMs: number;
}

/** A line of `runs.ndjson`, in the order of execution. */
export interface RunLine {
  readonly run: number;
  readonly values: Readonly<Record<string, RunValue>>;
  /** What goes wrong with the run on purpose. */
  readonly fault?: PlannedFault;
}

/** A fault of a run, planned when the job was staged. */
export interface PlannedFault {
  /** Place of its rule in the plan, from 1. */
  readonly rule: number;
  readonly fault: 'crash' | 'hang' | { readonly slowMs: number } | { readonly exitCode: number };
}

/** One file that a run left, its path relative to the work folder. */
export interface OutputFile {
  readonly path: string;
  readonly size: number;
  readonly md5: string;
  /** Hexadecimal; absent in what runners of before wrote. */
  readonly sha512?: string | undefined;
}

/** Why a run is over. Only `exited` carries the exit code of its command. */
export type RunEnd =
  'exited' | 'stopped' | 'walltime' | 'disk' | 'unprepared' | 'uncollected' | 'killed';

/** Why no further run of a job starts. */
export type JobEndCause = 'finished' | 'stop' | 'force' | 'shutdown' | 'walltime';

/** A line of `journal.ndjson`, which only the runner writes and only grows. Times are epoch milliseconds. */
export type JournalLine =
  | { readonly kind: 'opened'; readonly at: number }
  | {
      readonly kind: 'started';
      readonly run: number;
      readonly attempt: number;
      readonly at: number;
      readonly slot: number;
    }
  /** The runner died while this run was executing; it is started again. */
  | { readonly kind: 'lost'; readonly run: number; readonly attempt: number; readonly at: number }
  | {
      readonly kind: 'ended';
      readonly run: number;
      readonly attempt: number;
      readonly startedAt: number;
      readonly at: number;
      readonly end: RunEnd;
      readonly exitCode: number | null;
      readonly message: string;
      readonly files: readonly OutputFile[];
      readonly outputs: readonly (readonly [name: string, value: string])[];
    }
  | { readonly kind: 'fault'; readonly rule: number; readonly run: number; readonly at: number }
  | { readonly kind: 'closed'; readonly at: number; readonly how: JobEndCause };

/** Server to runner. `start` of a known job changes nothing. */
export type RunnerCommand =
  | { readonly type: 'start'; readonly jobId: string }
  | {
      readonly type: 'stop';
      readonly jobId: string;
      readonly how: Exclude<JobEndCause, 'finished'>;
    }
  | { readonly type: 'stop-run'; readonly jobId: string; readonly run: number };

/** Runner to server. */
export type RunnerNotice =
  | { readonly type: 'ready'; readonly pid: number }
  | { readonly type: 'grew'; readonly jobId: string }
  | { readonly type: 'refused'; readonly jobId: string; readonly message: string };
