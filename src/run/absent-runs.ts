/** Why planned runs have no result: one rule for all who count them. */
import type { RunOutcome } from './run-outcome.ts';
import { endedStateOf } from './run-state.ts';

/** The reasons, in the order in which they are told. */
export const absenceReasons = ['not run yet', 'failed', 'stopped', 'withdrawn'] as const;

/** `not run yet`: its end isn't collected, and may come; `stopped`: on purpose; `withdrawn`: it never ran, and won't. */
export type AbsenceReason = (typeof absenceReasons)[number];

/** Runs without a result for one reason. */
export interface AbsentRuns {
  readonly why: AbsenceReason;
  readonly count: number;
}

/** Why a run has no result; undefined for one that is done. */
export function absenceOf({
  outcome,
  isStudyOver,
  isWithdrawn,
}: {
  /** Of the attempt that counts; absent while none was collected. */
  readonly outcome: Pick<RunOutcome, 'status' | 'reason'> | undefined;
  readonly isStudyOver: boolean;
  /** Its owner withdrew it by an amendment. */
  readonly isWithdrawn: boolean;
}): AbsenceReason | undefined {
  if (outcome === undefined) return isStudyOver || isWithdrawn ? 'withdrawn' : 'not run yet';
  const state = endedStateOf(outcome);
  if (state === 'Done') return undefined;
  return state === 'Stopped' ? 'stopped' : 'failed';
}

/** The same by the status and reason of a row of results.csv. */
export function absenceOfRow(status: string, reason: string): AbsenceReason {
  if (status === 'Planned' || status === 'Submitted' || status === 'Running') return 'not run yet';
  if (status === 'Withdrawn') return 'withdrawn';
  return status === 'Stopped' || reason === 'stopped' ? 'stopped' : 'failed';
}

/** How many there are for each reason, those without any left out. */
export function countAbsent(absences: Iterable<AbsenceReason | undefined>): readonly AbsentRuns[] {
  const counts = new Map<AbsenceReason, number>();
  for (const why of absences) if (why !== undefined) counts.set(why, (counts.get(why) ?? 0) + 1);
  return absenceReasons.flatMap((why) => {
    const count = counts.get(why) ?? 0;
    return count === 0 ? [] : [{ why, count }];
  });
}

/** `13 not run yet, 4 stopped`. */
export function absentWords(absent: readonly AbsentRuns[]): string {
  return absent.map(({ why, count }) => `${count} ${why}`).join(', ');
}
