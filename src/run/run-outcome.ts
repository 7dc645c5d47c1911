/** What became of each attempt of each run, and which attempt counts. */
import type { FailureReason } from './failure-reason.ts';
import { revisionOf } from './first-revision.ts';
import type { RecordedEnd } from './run-state.ts';

/** What a response came to; null where it couldn't be read. */
export type OutcomeValue = number | string | boolean | null;

/** A finished run of another study that stands for a run. */
export interface ReusedFrom {
  readonly studyId: string;
  readonly run: number;
  readonly attempt: number;
}

/** One attempt of one run. */
export interface RunOutcome {
  readonly run: number;
  /** 1 for the first. */
  readonly attempt: number;
  /** Number of the job within the study. */
  readonly jobNumber: number;
  /** Which of the study's files it ran with; absent for those that the study was started with. */
  readonly revision?: number | undefined;
  /** The revision whose way of making runs that is, where no later one has changed it; told by the store, never kept. */
  readonly madeAs?: number | undefined;
  /** The revision by whose outputs it was read anew; absent: by those with which it ran. */
  readonly judgedWith?: number | undefined;
  /** It was judged by outputs that were amended since, and isn't read anew yet: it has no values meanwhile; told by the store, never kept. */
  readonly isUnread?: true | undefined;
  readonly platformJob?: string | undefined;
  readonly platformRun?: number | undefined;
  readonly status: RecordedEnd['status'];
  /** Absent for one that is done. */
  readonly reason?: FailureReason | undefined;
  /** It ended, or never began, as its cluster was lost: that costs it none of its tries. */
  readonly lostWithCluster?: true | undefined;
  /** It wasn't run: this finished run has the same inputs, files, commands and software. Absent for one that was. */
  readonly reusedFrom?: ReusedFrom | undefined;
  readonly exitCode?: number | undefined;
  readonly message?: string | undefined;
  /** Patterns of `collect` that took too long over the run's files: what they name wasn't kept. */
  readonly uncollected?: readonly string[] | undefined;
  /** MD5 of each file that was collected, by its path in the run's folder; absent in what earlier versions wrote. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** The pack of the study that has all of these files; absent where they lie by themselves. */
  readonly pack?: string | undefined;
  /** Outputs, constraints and objectives by name. */
  readonly values: Readonly<Record<string, OutcomeValue>>;
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
  readonly elapsedSeconds?: number | undefined;
}

/**
 * The outcome that counts for each run, whatever the order they come in: the first attempt that is done, of those with the newest of the study's
 * files that it is done with; otherwise the latest one. A run that is done stays done, also where it ran again and failed then.
 */
export function mergeOutcomes(
  attempts: readonly (readonly RunOutcome[])[],
): Map<number, RunOutcome> {
  const chosen = new Map<number, RunOutcome>();
  for (const outcome of attempts.flat()) {
    const before = chosen.get(outcome.run);
    if (before === undefined || counts(outcome, before)) chosen.set(outcome.run, outcome);
  }
  return chosen;
}

const ofOutputs: ReadonlySet<FailureReason | undefined> = new Set<FailureReason>([
  ...(['output-missing', 'output-invalid', 'expression'] as const),
]);

/** Whether an attempt is what it is by its outputs: it is done, or failed for them alone. */
export function isJudgedByOutputs({ status, reason }: RunOutcome): boolean {
  return status === 'Done' || ofOutputs.has(reason);
}

/** Why an attempt failed; undefined for one that is done. */
export function reasonOf({ status, reason }: RunOutcome): FailureReason | undefined {
  return status === 'Done' ? undefined : (reason ?? 'job-failed');
}

function counts(outcome: RunOutcome, before: RunOutcome): boolean {
  if (outcome.status !== before.status) return outcome.status === 'Done';
  const newer = revisionOf(outcome) - revisionOf(before);
  if (outcome.status === 'Done' && newer !== 0) return newer > 0;
  return outcome.status === 'Done'
    ? outcome.attempt < before.attempt
    : outcome.attempt >= before.attempt;
}
