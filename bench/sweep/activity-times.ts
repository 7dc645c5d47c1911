import type { Client } from '@temporalio/client';

/** All attempts of one kind of activity in the workflows of a study. */
export interface ActivityTime {
  readonly activity: string;
  readonly calls: number;
  /** Between start and end, summed over calls, which may overlap. */
  readonly seconds: number;
  /** Between being scheduled and started, summed likewise: the server's and the queue's part. */
  readonly waitedSeconds: number;
}

/** Where the time of a study went, from the histories of its workflows; dearest first. */
export async function readActivityTimes(
  temporalClient: Client,
  studyId: string,
): Promise<readonly ActivityTime[]> {
  const times = new Map<string, { calls: number; seconds: number; waitedSeconds: number }>();
  const query = `StudyId = '${studyId}' OR WorkflowId STARTS_WITH '${studyId}-job-'`;
  for await (const { workflowId, runId } of temporalClient.workflow.list({ query })) {
    const { events } = await temporalClient.workflow.getHandle(workflowId, runId).fetchHistory();
    const scheduled = new Map<string, { type: string; at: number }>();
    const started = new Map<string, { type: string; at: number }>();
    for (const event of events ?? []) {
      const at = Number(event.eventTime?.seconds ?? 0) + (event.eventTime?.nanos ?? 0) / 1e9;
      const plan = event.activityTaskScheduledEventAttributes;
      if (plan) scheduled.set(String(event.eventId), { type: plan.activityType?.name ?? '', at });
      const start = event.activityTaskStartedEventAttributes;
      const from = scheduled.get(String(start?.scheduledEventId));
      if (start && from) {
        started.set(String(event.eventId), { type: from.type, at });
        add(from.type, 0, 0, at - from.at);
      }
      const end =
        event.activityTaskCompletedEventAttributes ?? event.activityTaskFailedEventAttributes;
      const begin = started.get(String(end?.startedEventId));
      if (begin) add(begin.type, 1, at - begin.at, 0);
    }
  }
  return [...times]
    .map(([activity, time]) => ({ activity, ...time }))
    .toSorted((a, b) => b.seconds - a.seconds);

  function add(type: string, calls: number, seconds: number, waitedSeconds: number): void {
    const sum = times.get(type) ?? { calls: 0, seconds: 0, waitedSeconds: 0 };
    times.set(type, {
      calls: sum.calls + calls,
      seconds: sum.seconds + seconds,
      waitedSeconds: sum.waitedSeconds + waitedSeconds,
    });
  }
}
