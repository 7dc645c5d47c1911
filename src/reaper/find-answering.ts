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
  if (thing.kind === 'job') {
    return { ownWorkflow: await jobWorkflowOf(dependencies, thing), sharedBy: undefined };
  }
  const { workflows } = dependencies;
  const nobody = { ownWorkflow: undefined, sharedBy: undefined };
  if (thing.clusterName === undefined) return nobody;
  const workflowId = clusterWorkflowId(thing.clusterName);
  const seen = await workflows.look(workflowId);
  // One that somebody without our key started answers for nothing.
  const isOurs = seen?.isOpen === true && seen.studyId !== null;
  const held = isOurs ? await workflows.heldCluster(workflowId) : null;
  // All that share the name have another one of that name.
  if (typeof held === 'string' && held !== thing.id) return nobody;
  return {
    ownWorkflow: isOurs ? workflowId : undefined,
    ...(held === undefined ? { isSilent: true } : {}),
    sharedBy: await sharerOf(dependencies, thing.clusterName, open),
  };
}

/** The first open study that wants a cluster of that name. */
export async function sharerOf(
  { hardwareOf }: Pick<ReaperDependencies, 'hardwareOf'>,
  clusterName: string,
  open: readonly StudySeen[],
): Promise<string | undefined> {
  for (const { studyId } of open) {
    if ((await hardwareOf(studyId))?.cluster?.name === clusterName) return studyId;
  }
  return undefined;
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
