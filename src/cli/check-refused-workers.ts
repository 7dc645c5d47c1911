/** What `doeflow doctor` says of workers whose token the platform refuses, as far as steps of open studies wait for that: no worker tells its token. */
import type { Check } from '../host/doctor/check.ts';
import type { CommandContext } from './context.ts';
import type { Engine } from './engine/open-engine.ts';
import { openEngineIfUp } from './engine/open-engine-if-up.ts';

/** So many open workflows are asked: where a token is refused, most of them wait for it. */
const mostAsked = 20;

/** The same where another part doesn't work, which may be the reason: as far as Temporal can be asked. */
export async function checkRefusedWorkersIfUp(context: CommandContext): Promise<readonly Check[]> {
  const engine = await openEngineIfUp(context).catch(() => undefined);
  try {
    return await checkRefusedWorkers(engine, () => context.now());
  } catch {
    // Which part it is that doesn't answer is among the checks.
    return [];
  } finally {
    await engine?.close();
  }
}

/** One check where any step waits for a token; none where none does, or nothing is up. */
export async function checkRefusedWorkers(
  engine: Pick<Engine, 'temporalClient' | 'embedded'> | undefined,
  now: () => Date,
): Promise<readonly Check[]> {
  if (engine === undefined) return [];
  // Temporal's client takes a third of a second to load: only those pay who need it.
  const { pendingActivitiesOf } = await import('../look/pending-activities.ts');
  const { troublesOfActivities } = await import('../look/read-troubles.ts');
  const { WorkflowNotFoundError } = await import('@temporalio/client');
  const { taskQueue } = await import('../temporal/names.ts');
  const { workflow } = engine.temporalClient;
  const query = `TaskQueue = "${taskQueue}" AND ExecutionStatus = "Running"`;
  const waiting: string[] = [];
  const workers = new Set<string>();
  let asked = 0;
  for await (const { workflowId } of workflow.list({ query, pageSize: mostAsked })) {
    if (asked === mostAsked) break;
    asked += 1;
    try {
      const described = await workflow.getHandle(workflowId).describe();
      const activities = await pendingActivitiesOf(engine.temporalClient, described);
      const refused = activities.filter((one) =>
        troublesOfActivities([one], now()).some(({ code }) => code === 'API_AUTHENTICATION'),
      );
      if (refused.length > 0) waiting.push(workflowId);
      for (const { lastWorkerIdentity } of refused) {
        if (lastWorkerIdentity != null && lastWorkerIdentity !== '') {
          workers.add(lastWorkerIdentity);
        }
      }
    } catch (error) {
      // It may have ended since it was listed.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }
  if (waiting.length === 0) return [];
  return [
    {
      name: 'Tokens of workers',
      ok: false,
      detail: `the platform refuses the token of ${[...workers].join('; ') || 'a worker'}: ${waiting.length} of the ${asked} open workflows that were asked wait for it, such as ${waiting[0]}`,
      hint: engine.embedded
        ? 'Create a new token in the platform’s settings, then doeflow login'
        : 'Create a new token in the platform’s settings, then doeflow login on the workers’ machines: they go on by themselves. A worker whose token came by DOEFLOW_PLATFORM_TOKEN must be started again with it',
    },
  ];
}
