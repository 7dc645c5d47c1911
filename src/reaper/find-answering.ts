/** Who else answers for a thing than its study: its own workflow, or a study that shares it. */
import { clusterWorkflowId, jobWorkflowId } from '../temporal/names.ts';
import type { ReaperDependencies } from './dependencies.ts';
import type { Answering, StudySeen, Thing } from './thing.ts';

/** A job's workflows are looked for up to this one, also past those that Temporal has forgotten. */
const mostHands = 4;

/** @param open studies that are open */
export async function findAnswering(
  dependencies: ReaperDependencies,
  thing: Thing,
  open: readonly StudySeen[],
): Promise<Answering> {
  const ownWorkflow = await (thing.kind === 'cluster'
    ? clusterWorkflowOf(dependencies, thing)
    : jobWorkflowOf(dependencies, thing));
  if (thing.clusterName === undefined) return { ownWorkflow, sharedBy: undefined };
  for (const { studyId } of open) {
    const wanted = (await dependencies.hardwareOf(studyId))?.cluster?.name;
    if (wanted === thing.clusterName) return { ownWorkflow, sharedBy: studyId };
  }
  return { ownWorkflow, sharedBy: undefined };
}

/** One that says it has another cluster of the same name doesn't answer for this one. */
async function clusterWorkflowOf(
  { workflows }: ReaperDependencies,
  { id, clusterName }: Thing,
): Promise<string | undefined> {
  if (clusterName === undefined) return undefined;
  const workflowId = clusterWorkflowId(clusterName);
  const seen = await workflows.look(workflowId);
  // One that somebody without our key started answers for nothing.
  if (seen?.isOpen !== true || seen.studyId === null) return undefined;
  const held = await workflows.heldCluster(workflowId);
  return held === undefined || held === id ? workflowId : undefined;
}

async function jobWorkflowOf(
  { workflows }: ReaperDependencies,
  { studyId, jobNumber }: Thing,
): Promise<string | undefined> {
  if (studyId === undefined || jobNumber === undefined) return undefined;
  for (let again = 0; ; again += 1) {
    const workflowId = jobWorkflowId(studyId, jobNumber, again);
    const seen = await workflows.look(workflowId);
    if (seen?.isOpen === true && seen.studyId !== null) return workflowId;
    if (seen === undefined && again >= mostHands) return undefined;
  }
}
