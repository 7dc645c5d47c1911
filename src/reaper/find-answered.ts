/** What goes on although an open workflow answers for it: nobody works on that, or the platform refuses to end it. Nothing of it is ever ended here. */
import { askedToEndAt, type ReaperFinding } from '../store/index.ts';
import { clusterWorkflowId } from '../temporal/names.ts';
import type { ReaperDependencies } from './dependencies.ts';
import { commandOf } from './end-thing.ts';
import type { StudySeen, Thing } from './thing.ts';

/** A platform takes a moment from the order to the end. */
const endingMs = 30_000;

/** Why it goes on, what to do, and the study that answers for it. */
export type Answered = Required<Pick<ReaperFinding, 'why' | 'next' | 'answeredBy'>>;

/**
 * Undefined where whoever answers for it goes on with it, or nobody does.
 * @param study whose it is
 * @param sharedBy an open study whose workflow doesn't answer, and which wants a cluster of its name
 */
export async function findAnswered(
  dependencies: ReaperDependencies,
  thing: Thing,
  study: StudySeen,
  sharedBy: string | undefined,
): Promise<Answered | undefined> {
  if (dependencies.answered === undefined || thing.isOver === true || !thing.isProven) {
    return undefined;
  }
  if (study.isElsewhere || study.isTakenUp || study.workflow.kind === 'unseen') return undefined;
  const refused = await whyRefused(dependencies, thing, study);
  if (refused !== undefined) return refused;
  const waiting = study.isSilent === true ? study.studyId : sharedBy;
  if (waiting === undefined || (study.workflow.kind === 'open' && study.isSilent !== true)) {
    return undefined;
  }
  // On a cluster it is the cluster that costs.
  const isCosting = thing.kind === 'cluster' || thing.perHour !== undefined;
  const withoutWorker = isCosting ? `; without any worker: ${commandOf(thing)}` : '';
  return {
    answeredBy: waiting,
    why: `study ${waiting} answers for it, but no worker is up that goes on with that study`,
    next: `have it go on: doeflow watch ${waiting} (with workers of your own start one first: doeflow worker); end the study, and what it has with it: doeflow stop ${waiting}${withoutWorker}`,
  };
}

/** The cluster's own workflow is about its end, and the platform lets it go on. */
async function whyRefused(
  { store, workflows, answered, now }: ReaperDependencies,
  thing: Thing,
  { studyId, workflow }: StudySeen,
): Promise<Answered | undefined> {
  if (thing.kind !== 'cluster' || thing.clusterName === undefined) return undefined;
  const askedAt = await askedToEndAt(store, thing.id);
  if (askedAt === undefined) return undefined;
  const workflowId = clusterWorkflowId(thing.clusterName);
  const seen = await workflows.look(workflowId);
  if (seen?.isOpen !== true || seen.studyId === null) return undefined;
  // It may have another one of that name by now.
  const held = await workflows.heldCluster(workflowId);
  if (typeof held === 'string' && held !== thing.id) return undefined;
  const refusal = await answered?.refusedEnd(workflowId);
  if (refusal === undefined && now().getTime() - Date.parse(askedAt) < endingMs) return undefined;
  const whose = `study ${studyId} ${workflow.kind === 'open' ? 'has given it back' : 'is over'}`;
  const tries =
    refusal === undefined
      ? `the platform was asked to end it at ${askedAt}`
      : `the platform refuses to end it (${refusal.attempts === 1 ? '1 try' : `${refusal.attempts} tries`} since ${refusal.since}): ${refusal.lastError}`;
  const goesOn =
    held === undefined
      ? 'no worker is up that asks again: doeflow reap starts one, or, with workers of your own, doeflow worker'
      : 'it is asked again every minute, until the cluster has ended or its walltime is over';
  return {
    answeredBy: studyId,
    why: `${whose}, and ${tries}; ${goesOn}`,
    next: `end it on the platform’s own page, or: ${commandOf(thing)}`,
  };
}
