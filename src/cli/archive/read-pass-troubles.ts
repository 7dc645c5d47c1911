import type { ArchiveOrder } from '../../archive/index.ts';
import type { Trouble } from '../../run/trouble.ts';
import type { FlowScheduleState } from '../../temporal/flow-schedules.ts';
import { archiveApprovalWorkflowId, archiveIntoWorkflowId } from '../../temporal/names.ts';
import type { Engine } from '../engine/open-engine.ts';
import { keyOfArchive } from './archive-order.ts';
import type { PassLine } from './read-passes.ts';

/** What the open passes of an archive wait for, and the deletions that were approved. @param engine absent where nothing is up: then nothing is known */
export async function readPassTroubles(
  engine: Engine | undefined,
  order: ArchiveOrder,
  passes: readonly PassLine[],
  schedule: FlowScheduleState | undefined | null,
): Promise<readonly Trouble[]> {
  if (engine === undefined) return [];
  const listed = passes.flatMap(({ state, workflowId = '' }) =>
    state === 'running' ? [workflowId] : [],
  );
  const running = [...new Set([...(schedule?.running ?? []), ...listed])];
  // What writes there for another archive holds these passes up.
  const writer = archiveIntoWorkflowId(await keyOfArchive(engine.store, order));
  // Temporal's client takes a third of a second to load: only those pay who need it.
  const { lookAround } = await import('../watch/look-at-flow.ts');
  const { troubles } = await lookAround(engine, {
    workflowIds: [...running, archiveApprovalWorkflowId(order.name)],
    beside: running.length === 0 ? [] : [writer],
    again: `doeflow archive trigger ${order.name} --wait`,
  });
  return troubles;
}
