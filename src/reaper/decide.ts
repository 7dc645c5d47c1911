/** What becomes of something that costs on the platform. Pure. */
import type { Answering, StudySeen, StudyWorkflowSeen, Thing } from './thing.ts';

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
  | {
      readonly action: 'report';
      readonly why: string;
      readonly needsPerson: boolean;
      /** What the person does, where it isn't the usual. */
      readonly next?: string;
    }
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

/** True for a study whose clusters and jobs are its own business, or another engine's; and, until it can be told, for one that can't. */
export function answersForIts({ isElsewhere, isTakenUp, workflow }: StudySeen): boolean {
  return isElsewhere || isTakenUp || mayBeOpen(workflow);
}

/** True for the workflow of a study that is open, as far as can be told. */
export function mayBeOpen({ kind }: StudyWorkflowSeen): boolean {
  return kind === 'open' || kind === 'unseen';
}

/** @param study whose it is; undefined where this store has no such study */
export function decide(
  thing: Thing,
  study: StudySeen | undefined,
  { ownWorkflow, isSilent = false, sharedBy }: Answering,
  { now, isAsked, takesLost }: Reaper,
): Verdict {
  if (study === undefined) {
    const why =
      'its name is that of a study, and this store has no such study: another engine of this account may have it';
    return { action: 'report', why, needsPerson: false };
  }
  const { studyId, workflow } = study;
  if (workflow.kind === 'open' || workflow.kind === 'unseen') return leave;
  if (answersForIts(study) || sharedBy !== undefined) return leave;
  if (!thing.isProven) {
    const why = `it carries the mark of study ${studyId}, but the study's records don't have it`;
    return { action: 'report', why, needsPerson: true };
  }
  if (thing.kind === 'cluster' && ownWorkflow !== undefined && !isSilent) return leave;
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
  if (thing.kind === 'cluster') {
    const told = `${why}, and the cluster's own workflow (${ownWorkflow}) is open in Temporal, but does not answer`;
    const next = `see in Temporal why no worker goes on with ${ownWorkflow}; where none will, terminate it there and repeat: doeflow reap`;
    return { action: 'report', why: told, needsPerson: true, next };
  }
  // A study that broke leaves its jobs to their own workflows, which collect what they give.
  return status === 'FAILED' ? leave : { action: 'ask', why, workflowId: ownWorkflow };
}
