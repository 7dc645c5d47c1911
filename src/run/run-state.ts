/**
 * The life of a run, a job and a study, as literals.
 *
 *     Planned -> Submitted -> Running -> Done
 *                                    \-> Failed -> Submitted (a further attempt)
 *     Planned -> Withdrawn
 */

export type RunState = 'Planned' | 'Submitted' | 'Running' | 'Done' | 'Failed' | 'Withdrawn';

export type StudyState =
  'Planned' | 'Running' | 'Paused' | 'Finished' | 'Finished with failures' | 'Stopped' | 'Aborted';

/** Why a run isn't done, as the `reason` column gives it. */
export type FailureReason =
  /** The command ended with a non-zero exit code. */
  | 'exit-code'
  /** The wrapper's `runWalltime` ended the command. */
  | 'timeout'
  /** No marker: the run was cut (job stopped, walltime, machine lost) after it had started. */
  | 'cut'
  /** The platform never started it; not paid for. */
  | 'not-started'
  /** Pre- or post-process ended badly. */
  | 'process'
  /** A required output file is not there. */
  | 'output-missing'
  /** An output could not be read strictly as its type. */
  | 'output-invalid'
  /** A file's size or MD5 didn't match its record after repeated tries. */
  | 'output-damaged'
  /** The run's inputs, as the platform ran it, differ from its row. */
  | 'inputs-differ'
  /** A constraint or objective expression gave no finite number. */
  | 'expression'
  /** The job itself was refused or lost by the platform. */
  | 'job-failed'
  /** Stopped or deleted on purpose. */
  | 'stopped';

/** States in which nothing more happens by itself. */
export function isStudyOver(state: StudyState): boolean {
  return (
    state === 'Finished' ||
    state === 'Finished with failures' ||
    state === 'Stopped' ||
    state === 'Aborted'
  );
}
