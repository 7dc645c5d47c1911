/** Sees to it that clusters and jobs that nobody answers for are looked for: at each start of a worker, and again and again by a schedule. */
import type { Logger } from 'pino';
import type { SealedClient } from '../src/sealing/sealed-client.ts';
import { remotePace } from '../src/run/messages.ts';
import type { ReaperInput } from '../src/run/reaper-contract.ts';
import {
  createFlowSchedule,
  deleteFlowSchedule,
  describeFlowSchedule,
  type FlowSchedule,
} from '../src/temporal/flow-schedules.ts';
import { reaperId, taskQueue } from '../src/temporal/names.ts';

const everyMs = 10 * 60_000;

/** The same whichever worker makes it. */
const schedule: FlowSchedule = {
  scheduleId: reaperId,
  timing: {
    ...{ everyMs, timezone: 'UTC', overlap: 'skip', jitterMs: 0 },
    // What was missed needs no making up: a worker looks at its start.
    catchupMs: 10_000,
  },
  workflowType: 'reaperWorkflow',
  input: { reason: 'schedule', pace: remotePace } satisfies ReaperInput,
  summary: 'Clusters and jobs that nobody answers for',
  attributes: [],
};

/** Makes the schedule where there is none that our workers take, and looks once now. Never throws: what fails is logged, and the next start does it. */
export async function keepReaper(client: SealedClient, log: Logger): Promise<void> {
  try {
    if (!(await createFlowSchedule(client, schedule))) {
      // One that was sealed with a key that is given up reaches nobody.
      const { refused } = (await describeFlowSchedule(client, reaperId)) ?? {};
      if (refused !== undefined) {
        await deleteFlowSchedule(client, reaperId);
        await createFlowSchedule(client, schedule);
      }
    }
    await client.workflow.start('reaperWorkflow', {
      workflowId: reaperId,
      workflowIdConflictPolicy: 'USE_EXISTING',
      taskQueue,
      args: [{ reason: 'start', pace: remotePace } satisfies ReaperInput],
      staticSummary: schedule.summary,
    });
  } catch (error) {
    log.warn({ error }, 'Could not have clusters and jobs looked for that nobody answers for');
  }
}
