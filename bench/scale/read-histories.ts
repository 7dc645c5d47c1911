import type { Client } from '@temporalio/client';

/** What a study left in Temporal: the greatest of its executions, each of which has a history of its own. */
export interface HistorySizes {
  readonly executions: number;
  readonly mostEvents: number;
  /** Kind of the workflow that has them. */
  readonly mostEventsIn: string;
  /** Bytes of the largest single payload, as Temporal keeps it. */
  readonly largestPayload: number;
  /** Kind of the event that carries it. */
  readonly largestPayloadIn: string;
}

/** Reads the histories of a study and its jobs, one after the other. */
export async function readHistories(
  temporalClient: Client,
  studyId: string,
): Promise<HistorySizes> {
  const query = `StudyId = '${studyId}' OR WorkflowId STARTS_WITH '${studyId}-job-'`;
  let sizes: HistorySizes = {
    ...{ executions: 0, mostEvents: 0, mostEventsIn: '' },
    ...{ largestPayload: 0, largestPayloadIn: '' },
  };
  for await (const { workflowId, runId, type } of temporalClient.workflow.list({ query })) {
    const { events } = await temporalClient.workflow.getHandle(workflowId, runId).fetchHistory();
    sizes = { ...sizes, executions: sizes.executions + 1 };
    const count = events?.length ?? 0;
    if (count > sizes.mostEvents) sizes = { ...sizes, mostEvents: count, mostEventsIn: type };
    for (const event of events ?? []) {
      const largest = Math.max(0, ...payloadSizes(event));
      if (largest <= sizes.largestPayload) continue;
      const [kind = ''] = Object.keys(event).filter((name) => name.endsWith('Attributes'));
      sizes = { ...sizes, largestPayload: largest, largestPayloadIn: `${type}: ${kind}` };
    }
  }
  return sizes;
}

/** Bytes of the data of each payload anywhere in an event. */
function* payloadSizes(value: unknown): Generator<number> {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  for (const [name, part] of Object.entries(value)) {
    if (name === 'data' && part instanceof Uint8Array) yield part.length;
    else yield* payloadSizes(part);
  }
}
