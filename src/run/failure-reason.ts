/** Why a run isn't done: the one table that retry policy, stored outcomes and sentences are made from. */

/** Causes of a failed run that are retried apart from each other. */
export type RetryCause = 'platform' | 'timeout' | 'solver' | 'output';

/** What belongs to each failure reason. */
interface FailureReasonEntry {
  /** The cause under which it is retried; `never` for what people did on purpose. */
  readonly cause: RetryCause | 'never';
  /** What happened, for a reader who knows nothing more of the run. */
  readonly sentence: string;
}

/** Every reason, as the `reason` column gives it. */
export const failureReasons = {
  'exit-code': { cause: 'solver', sentence: 'the command ended with a non-zero exit code' },
  timeout: { cause: 'timeout', sentence: 'the command took longer than runWalltime' },
  cut: {
    cause: 'platform',
    sentence:
      'it left no marker: its process was ended from outside, or what it left could not be kept',
  },
  'not-started': { cause: 'platform', sentence: 'the platform never started it' },
  process: { cause: 'solver', sentence: 'a pre- or post-process failed' },
  'output-missing': { cause: 'output', sentence: 'a required output is not there' },
  'output-invalid': { cause: 'output', sentence: 'an output can not be read as its type' },
  'output-damaged': { cause: 'output', sentence: 'an output file arrived damaged at each try' },
  'inputs-differ': { cause: 'output', sentence: 'the run had other inputs than its row' },
  expression: { cause: 'output', sentence: 'a constraint or objective has no finite value' },
  'job-failed': { cause: 'platform', sentence: 'the platform refused or lost its job' },
  stopped: { cause: 'never', sentence: 'it was stopped on purpose' },
} as const satisfies Readonly<Record<string, FailureReasonEntry>>;

/** Why a run isn't done. */
export type FailureReason = keyof typeof failureReasons;

/** All reasons, for a schema. */
export const failureReasonNames = Object.keys(failureReasons) as readonly FailureReason[];
