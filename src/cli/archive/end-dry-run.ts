/** What a dry run leaves: an order of its own in the store, and a workflow. Both are ended here. */
import { passFolder, passTimeOf } from '../../archive/index.ts';
import { archivePreviewWorkflowId } from '../../temporal/names.ts';
import type { Engine } from '../engine/open-engine.ts';

/** A dry run whose command was killed ends by itself after this. */
export const longestDryRun = '2 hours';

const youngestMs = 60_000;

const mark = '.dry-run-';

/** The name of a dry run's own order; no archive can have it. */
export function dryRunName(archive: string, passTime: string): string {
  return `${archive}${mark}${passFolder(passTime)}`;
}

/** Ends a dry run, wherever it is, and removes its order. Where Temporal doesn't answer, the workflow ends by itself later. */
export async function endDryRun({ store, temporalClient }: Engine, name: string): Promise<void> {
  const { askInTime } = await import('../../look/look-at-study.ts');
  const preview = temporalClient.workflow.getHandle(archivePreviewWorkflowId(name));
  try {
    await askInTime({ temporalClient, embedded: false }, async () => {
      const { status } = await preview.describe();
      if (status.name === 'RUNNING') await preview.terminate('The dry run was left');
    });
  } catch {
    // It ended meanwhile or never began, or nobody can be asked.
  }
  await store.dropStandingOrder('archives', name);
}

/** Removes what dry runs left whose commands were killed, once their workflows have ended. */
export async function tidyDryRuns(engine: Engine): Promise<void> {
  for (const name of await engine.store.listStandingOrders('archives')) {
    const begun = name.split(mark)[1];
    if (begun === undefined) continue;
    // One that has just begun may not have its workflow yet.
    const ageMs = engine.now().getTime() - Date.parse(passTimeOf(begun));
    if (ageMs > youngestMs && !(await isUnderWay(engine, name))) {
      await engine.store.dropStandingOrder('archives', name);
    }
  }
}

async function isUnderWay({ temporalClient }: Engine, name: string): Promise<boolean> {
  const { WorkflowNotFoundError } = await import('@temporalio/client');
  try {
    const preview = temporalClient.workflow.getHandle(archivePreviewWorkflowId(name));
    return (await preview.describe()).status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
