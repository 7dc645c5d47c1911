/** Two studies give back a cluster whose workflow is gone, while another study has another cluster of its name. */
import type { ClusterHolder } from '../../src/run/cluster-contract.ts';
import { clusterWorkflowId, taskQueue } from '../../src/temporal/names.ts';
import { returnClusterSignal } from '../../workflows/messages.ts';
import type { StoryStage } from './story-stage.ts';

/** What was done by when. */
export interface LeftOfName {
  readonly calls: Readonly<Record<'afterFirst' | 'afterLast' | 'atEnd', readonly string[]>>;
}

/**
 * Plays it to the end of the other cluster.
 * @param name of the study that gives it back first
 * @param holders the open studies that may have it until then; it is made for the first study
 */
export async function playLeftOfName(
  stage: StoryStage,
  name: string,
  holders: readonly ClusterHolder[],
): Promise<LeftOfName> {
  let open = holders;
  let looks = 0;
  const { calls } = stage.cast(name, {
    findCluster: ({ studyId }) => {
      looks += 1;
      return Promise.resolve({
        clusterId: 'c1',
        ...(studyId === name ? {} : { madeFor: name }),
        holders: [...open, { studyWorkflowId: 'study-other', studyId: 'other' }],
      });
    },
  });
  const { workflow } = stage.environment.client;
  const other = { studyWorkflowId: 'study-other', studyId: 'other' };
  const pace = { heartbeatTimeoutMs: 1_000, listLagMs: 50, retryMs: 20 };
  const carried = {
    state: { name: 'running', clusterId: 'c2', status: 'Started' },
    ...{ borrowers: ['study-other'], studyIds: { 'study-other': 'other' }, everBorrowed: true },
  } as const;
  const handle = await workflow.start('clusterWorkflow', {
    workflowId: clusterWorkflowId(`of-${name}`),
    taskQueue,
    args: [{ name: `of-${name}`, studyId: 'other', pace, carried }],
  });
  const seen: (readonly string[])[] = [];
  for (const study of [{ studyWorkflowId: `study-${name}`, studyId: name }, ...holders]) {
    await handle.signal(returnClusterSignal, study);
    const before = looks;
    while (looks === before && looks < seen.length + 1) await pause();
    open = open.filter(({ studyId }) => studyId !== study.studyId);
    await pause(300);
    // The last one ends it, which takes a busy machine longer.
    for (let waits = 0; open.length === 0 && waits < 300 && !hasEnded(calls); waits += 1) {
      await pause();
    }
    seen.push([...calls]);
  }
  await handle.signal(returnClusterSignal, other);
  await handle.result();
  return {
    calls: { afterFirst: seen[0] ?? [], afterLast: seen.at(-1) ?? [], atEnd: [...calls] },
  };
}

function hasEnded(calls: readonly string[]): boolean {
  return calls.some((call) => call.startsWith('shutdownCluster'));
}

function pause(ms = 30): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
