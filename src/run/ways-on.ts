/** The commands with which a study goes on, or its failed runs run again, as every text of it offers them. Pure. */
import type { RunOutcome } from './run-outcome.ts';

/** What the commands depend on. */
export interface StudyToGoOn {
  readonly studyId: string;
  /** Its budget has paused it by the limit that still holds: it would pause again at once. */
  readonly needsLimit?: boolean | undefined;
  /** The least limit with which it goes on, where that is known. */
  readonly leastLimit?: number | undefined;
}

/** The commands with which a paused study goes on: one that its budget has paused needs another limit first. */
export function resumeCommands(study: StudyToGoOn): readonly string[] {
  return behindLimit(study, `doeflow resume ${study.studyId}`);
}

/**
 * The commands that help with failed runs, none where no run failed: they run again, behind another limit where the budget has paused the study. Where all
 * failed in an expression of the study alone, which gives the same for the same outputs, an amendment of it has them read anew.
 * @param outcomes how runs ended, those that are done among them
 * @param hasUnrun runs of an ended study never ran: they run with what failed
 */
export function retryCommands(
  study: StudyToGoOn,
  outcomes: readonly Pick<RunOutcome, 'status' | 'reason'>[],
  hasUnrun = false,
): readonly string[] {
  const { studyId } = study;
  const failed = outcomes.filter(({ status }) => status === 'Failed');
  if (failed.length === 0 && !hasUnrun) return [];
  if (!hasUnrun && failed.every(({ reason }) => reason === 'expression')) {
    return [`doeflow amend ${studyId} CHANGED.yaml --apply`];
  }
  return behindLimit(study, `doeflow retry ${studyId} --failed`);
}

function behindLimit(
  { studyId, needsLimit, leastLimit }: StudyToGoOn,
  command: string,
): readonly string[] {
  const amount = leastLimit ?? 'AMOUNT';
  const limit = needsLimit === true ? [`doeflow budget ${studyId} --set ${amount}`] : [];
  return [...limit, command];
}
