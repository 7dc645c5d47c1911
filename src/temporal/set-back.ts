/** Where a workflow can go on from that no worker can replay any more: from before the step whose commands its replay gives in another order. */
import type { Client, WorkflowHandle } from '@temporalio/client';
import { setBackBegins } from '../sealing/sealed-client.ts';

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;
type HistoryEvent = NonNullable<History['events']>[number];

/** The step whose commands no replay gives. */
export interface StepBefore {
  /** Id of its WorkflowTaskCompleted. */
  readonly eventId: NonNullable<HistoryEvent['eventId']>;
  readonly failure: string;
}

/** The step to which a workflow is set back, or why it is not. */
export type SetBackPlace = StepBefore | { readonly reason: string };

/** The library's rule for a replay that gives other commands than the history has, and the event at which that was seen. */
const nondeterminism = /\[TMPRL1100\].*?HistoryEvent\(id: (\d+), (\w+)\)/su;

/**
 * The place, from the workflow's history: the last step before the event that its last failure names. Undefined where its last failure is none of a
 * replay. A step that another build made is left to that one, and one after which children began to a person, as they would begin twice.
 */
export function placeToSetBack({ events }: Pick<History, 'events'>): SetBackPlace | undefined {
  const all = events ?? [];
  const failed = all.findLast(({ workflowTaskFailedEventAttributes: found }) => found != null);
  const { failure, startedEventId } = failed?.workflowTaskFailedEventAttributes ?? {};
  const [, named, kind] = nondeterminism.exec(failure?.message ?? '') ?? [];
  if (failed === undefined || named === undefined) return undefined;
  const isBefore = (event: HistoryEvent): boolean => Number(event.eventId) < Number(named);
  const step = all.findLast((event) => isBefore(event) && isStep(event));
  if (step?.eventId == null) return undefined;
  if (Number(failed.eventId) < Number(all.findLast(isStep)?.eventId)) return undefined;
  const madeBy = step.workflowTaskCompletedEventAttributes?.workerVersion?.buildId;
  const replayed = all.find(({ eventId }) => String(eventId) === String(startedEventId));
  const readBy = replayed?.workflowTaskStartedEventAttributes?.workerVersion?.buildId;
  if (kind === 'MarkerRecorded' || madeBy !== readBy) {
    return { reason: `event ${named} was made by another version of doeflow` };
  }
  const begun = all
    .slice(all.indexOf(step))
    .flatMap((event) => event.startChildWorkflowExecutionInitiatedEventAttributes ?? []);
  if (begun.length > 0) {
    const ids = begun.map(({ workflowId }) => workflowId ?? '').slice(0, 3);
    return { reason: `${ids.join(', ')} began after event ${named}, and would begin twice` };
  }
  return { eventId: step.eventId, failure: failure?.message ?? '' };
}

function isStep({ workflowTaskCompletedEventAttributes }: HistoryEvent): boolean {
  return workflowTaskCompletedEventAttributes != null;
}

/** Everything that the workflow was told since then is told again. */
const allIsToldAgain = 3;

/** Sets the workflow's run back; what was asked of it since that place is kept. */
export async function setBack(
  client: Pick<Client, 'workflowService' | 'options'>,
  workflowExecution: { readonly workflowId: string; readonly runId: string },
  place: StepBefore,
): Promise<void> {
  await client.workflowService.resetWorkflowExecution({
    ...{ namespace: client.options.namespace, workflowExecution },
    ...{ workflowTaskFinishEventId: place.eventId, resetReapplyType: allIsToldAgain },
    reason: `${setBackBegins}, as no replay of its history went on: ${place.failure}`,
    // Two workers may see it at once: the second one's order is then none.
    requestId: `set-back-${workflowExecution.runId}-${String(place.eventId)}`,
  });
}
