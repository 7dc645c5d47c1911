/** A study that has a cluster asks for it once more in the moment in which its workflow ends. */
import { clusterWorkflowId, taskQueue } from '../../src/temporal/names.ts';
import { borrowClusterSignal } from '../../workflows/messages.ts';
import type { StoryStage } from './story-stage.ts';

/**
 * Plays it to the end of whatever is made then, and gives back the calls.
 * @param name of the study, which is over by then
 */
export async function playAskedAtEnd(
  stage: StoryStage,
  name: string,
  asks: { readonly again?: boolean },
): Promise<readonly string[]> {
  const study = { studyWorkflowId: `study-${name}`, studyId: name };
  const gone = { status: 'Started', ended: false, gone: [study.studyWorkflowId] };
  const { calls } = stage.cast(name, { watchCluster: () => Promise.resolve(gone) });
  const carried = {
    state: { name: 'ended', clusterId: 'c1', reason: 'its status is Stopped' },
    ...{ borrowers: [study.studyWorkflowId], studyIds: { [study.studyWorkflowId]: name } },
    everBorrowed: true,
  } as const;
  const pace = { heartbeatTimeoutMs: 1_000, listLagMs: 50, retryMs: 20 };
  const handle = await stage.environment.client.workflow.signalWithStart('clusterWorkflow', {
    workflowId: clusterWorkflowId(`of-${name}`),
    taskQueue,
    args: [{ name: `of-${name}`, studyId: name, pace, carried }],
    signal: borrowClusterSignal,
    signalArgs: [{ ...study, ...asks }],
  });
  await handle.result();
  return [...calls];
}
