/** What becomes of something that costs on the platform. Pure. */
import type { Answering, StudySeen, Thing } from './thing.ts';

/** Who is there to decide, and when. */
export interface Reaper {
  readonly now: Date;
  /** A person asks: what was closed a moment ago is ended, too. */
  readonly isAsked: boolean;
  /** That person says that studies of which this Temporal knows nothing are over. */
  readonly takesLost: boolean;
}

/**
 * - `leave`: somebody answers for it, or it isn't ours; nothing is said of it.
 * - `report`: told, and never touched.
 * - `end`: ended on the platform.
 * - `ask`: its own workflow lives, and is asked to stop it and to collect what it gave.
 */
export type Verdict =
  | { readonly action: 'leave' }
  | { readonly action: 'report'; readonly why: string; readonly needsPerson: boolean }
  | { readonly action: 'end'; readonly why: string }
  | { readonly action: 'ask'; readonly why: string; readonly workflowId: string };

/** So long after a study was closed a person may still be about to take it up; in milliseconds. */
export const graceMs = 60_000;

const leave: Verdict = { action: 'leave' };

/** Temporal's words for the ends of a workflow, as people say them. */
const endings: Readonly<Record<string, string>> = {
  COMPLETED: 'has ended',
  FAILED: 'ended before its time',
  CANCELLED: 'was cancelled in Temporal',
  TERMINATED: 'was terminated in Temporal',
  TIMED_OUT: 'timed out in Temporal',
  REPLACED: 'is over, as a later study of its name was started',
};

/** True for a study whose clusters and jobs are its own business, or another engine's. */
export function answersForIts({ isElsewhere, isTakenUp, workflow }: StudySeen): boolean {
  return isElsewhere || isTakenUp || workflow.kind === 'open';
}

/** @param study whose it is; undefined where this store has no such study */
export function decide(
  thing: Thing,
  study: StudySeen | undefined,
  { ownWorkflow, sharedBy }: Answering,
  { now, isAsked, takesLost }: Reaper,
): Verdict {
  if (study === undefined) {
    const why =
      'its name is that of a study, and this store has no such study: another engine of this account may have it';
    return { action: 'report', why, needsPerson: false };
  }
  const { studyId, workflow } = study;
  if (workflow.kind === 'open' || answersForIts(study) || sharedBy !== undefined) return leave;
  if (!thing.isProven) {
    const why = `it carries the mark of study ${studyId}, but the study's records don't have it`;
    return { action: 'report', why, needsPerson: true };
  }
  if (thing.kind === 'cluster' && ownWorkflow !== undefined) return leave;
  if (thing.isOver === true && ownWorkflow === undefined) return leave;
  if (workflow.kind === 'unknown') {
    if (ownWorkflow !== undefined) return leave;
    const why = `study ${studyId} is unfinished, and this Temporal server knows nothing of it`;
    return takesLost ? { action: 'end', why } : { action: 'report', why, needsPerson: true };
  }
  const { status, closedAt } = workflow;
  const closedForMs = closedAt === undefined ? Infinity : now.getTime() - closedAt.getTime();
  if (!isAsked && closedForMs < graceMs) return leave;
  const why = `study ${studyId} ${endings[status] ?? `is closed (${status})`}`;
  if (thing.isOver === true && ownWorkflow !== undefined) {
    const told = `${why}, and nobody told its workflow that it has ended: what it gave is collected`;
    return { action: 'ask', why: told, workflowId: ownWorkflow };
  }
  if (ownWorkflow === undefined) return { action: 'end', why };
  // A study that broke leaves its jobs to their own workflows, which collect what they give.
  return status === 'FAILED' ? leave : { action: 'ask', why, workflowId: ownWorkflow };
}
