import type { FlowScheduleState } from '../../temporal/flow-schedules.ts';
import { recurringScheduleId } from '../../temporal/names.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { LostOccurrence } from './schedule-words.ts';

/** How a schedule stands with Temporal. */
export interface Standing {
  /** `unknown` without a server; absent where Temporal has no such schedule. */
  readonly state: FlowScheduleState | 'unknown' | undefined;
  readonly lost?: LostOccurrence;
}

/** Asks Temporal for a schedule, and whether its newest workflow was lost. */
export async function readStanding(engine: Engine | undefined, name: string): Promise<Standing> {
  if (engine === undefined) return { state: 'unknown' };
  // Temporal's client takes a third of a second to load: only those pay who need it.
  const { describeFlowSchedule } = await import('../../temporal/flow-schedules.ts');
  const { WorkflowNotFoundError } = await import('@temporalio/client');
  const state = await describeFlowSchedule(engine.temporalClient, recurringScheduleId(name));
  const newest = state?.recent.at(-1);
  if (newest === undefined) return { state };
  try {
    const { status } = await engine.temporalClient.workflow.getHandle(newest.workflowId).describe();
    const isWell = ['RUNNING', 'COMPLETED', 'CONTINUED_AS_NEW'].includes(status.name);
    return isWell ? { state } : { state, lost: { ...newest, status: status.name } };
  } catch (error) {
    // Temporal forgets what ended long ago.
    if (error instanceof WorkflowNotFoundError) return { state };
    throw error;
  }
}
