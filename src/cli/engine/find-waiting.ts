/** Which open workflows wait for one thing, by the troubles of their steps. */
import type { Engine } from './open-engine.ts';

/** So many open workflows are asked: where a token is refused or a store is another one, most of them wait for it. */
const mostAsked = 20;

export interface Waiting {
  /** Ids of the workflows that wait. */
  readonly waiting: readonly string[];
  /** Who last tried their steps. */
  readonly workers: readonly string[];
  /** How many workflows were asked. */
  readonly asked: number;
}

/** Asks some of the open workflows for steps with this trouble. */
export async function findWaiting(
  { temporalClient }: Pick<Engine, 'temporalClient'>,
  now: Date,
  wanted: string,
): Promise<Waiting> {
  // Temporal's client takes a third of a second to load: only those pay who need it.
  const { pendingActivitiesOf } = await import('../../look/pending-activities.ts');
  const { troublesOfActivities } = await import('../../look/read-troubles.ts');
  const { WorkflowNotFoundError } = await import('@temporalio/client');
  const { taskQueue } = await import('../../temporal/names.ts');
  const { workflow } = temporalClient;
  const query = `TaskQueue = "${taskQueue}" AND ExecutionStatus = "Running"`;
  const waiting: string[] = [];
  const workers = new Set<string>();
  let asked = 0;
  for await (const { workflowId } of workflow.list({ query, pageSize: mostAsked })) {
    if (asked === mostAsked) break;
    asked += 1;
    try {
      const described = await workflow.getHandle(workflowId).describe();
      const activities = await pendingActivitiesOf(temporalClient, described);
      const held = activities.filter((one) =>
        troublesOfActivities([one], now).some(({ code }) => code === wanted),
      );
      if (held.length > 0) waiting.push(workflowId);
      for (const { lastWorkerIdentity } of held) {
        if (lastWorkerIdentity != null && lastWorkerIdentity !== '') {
          workers.add(lastWorkerIdentity);
        }
      }
    } catch (error) {
      // It may have ended since it was listed.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }
  return { waiting, workers: [...workers], asked };
}
