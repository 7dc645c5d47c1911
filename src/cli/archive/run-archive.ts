/** `doeflow archive trigger` and `delete`. */
import type { Command } from 'commander';
import type { PassResult } from '../../run/archive-contract.ts';
import { askForOne, pauseOrder, resumeOrder } from '../../store/index.ts';
import {
  archiveApprovalWorkflowId,
  archiveIntoWorkflowId,
  archiveScheduleId,
} from '../../temporal/names.ts';
import type { CommandContext } from '../context.ts';
import { keyOfArchive, takeBackOrder } from './archive-order.ts';
import { dryRun } from './dry-run.ts';
import { leaveDestination } from './leave-destination.ts';
import { readPassFailures } from './pass-failures.ts';
import { resultOf, showResult } from './pass-result.ts';
import { sayDone } from './say-done.ts';
import { requireStaying, scheduleMissing, withAnyArchive, withArchive } from './with-archive.ts';

/** How long a server may take to start what it took the order for. */
const patienceMs = 60_000;

const nameHelp = 'name of the archive';

interface TriggerOptions {
  readonly wait?: boolean;
  readonly dryRun?: boolean;
}

/** `doeflow archive trigger`: a pass now, paused or not; with `--dry-run` what it would do, and nothing else. */
export function defineTrigger(command: Command, context: CommandContext): void {
  command
    .argument('<name>', nameHelp)
    .option('--wait', 'wait until the pass has ended')
    .option('--dry-run', 'show which jobs a pass would touch now; copy and delete nothing')
    .action(async (name: string, { wait, dryRun: isDry }: TriggerOptions) => {
      if (isDry === true) {
        const again = `doeflow archive trigger ${name} --dry-run`;
        await withArchive(context, name, (engine, order) => dryRun(context, engine, order, again));
        return;
      }
      await requireStaying(context, wait === true, `doeflow archive trigger ${name}`);
      await withArchive(context, name, async (engine, order) => {
        const { triggerFlowSchedule } = await import('../../temporal/flow-schedules.ts');
        const scheduleId = archiveScheduleId(name);
        await askForOne(engine.store.standingOrder('archives', name), context.now());
        const workflowId = await triggerFlowSchedule(engine.temporalClient, scheduleId, {
          patienceMs,
        });
        if (workflowId === undefined) throw scheduleMissing(name);
        context.output.note(`The pass ${workflowId} has begun.`);
        if (wait !== true) {
          context.output.show({
            json: { archive: name, workflowId },
            human: [{ kind: 'next', commands: [`doeflow archive show ${name}`] }],
            quiet: workflowId,
          });
          return;
        }
        const handle =
          engine.temporalClient.workflow.getHandle<() => Promise<PassResult>>(workflowId);
        const { waitForFlow } = await import('../watch/wait-for-flow.ts');
        const writer = archiveIntoWorkflowId(await keyOfArchive(engine.store, order));
        const result = await resultOf(() =>
          waitForFlow(context, engine, {
            ...{ handle, what: `the pass ${workflowId}` },
            beside: [writer],
            again: `doeflow archive trigger ${name} --wait`,
            look: `doeflow archive show ${name}`,
          }),
        );
        if (result === undefined) return;
        const failures = await readPassFailures(engine.store, name, result.passTime);
        showResult(context, result, failures);
      });
    });
}

/** `doeflow archive delete`: takes the order back; what was archived stays. */
export function defineDelete(command: Command, context: CommandContext): void {
  command.argument('<name>', nameHelp).action((name: string) =>
    withAnyArchive(context, name, async (engine, found) => {
      const { temporalClient, store } = engine;
      const { deleteFlowSchedule, describeFlowSchedule } =
        await import('../../temporal/flow-schedules.ts');
      const { WorkflowNotFoundError } = await import('@temporalio/client');
      const scheduleId = archiveScheduleId(name);
      const running = (await describeFlowSchedule(temporalClient, scheduleId))?.running ?? [];
      // Passes that begin meanwhile do nothing.
      await pauseOrder(store.standingOrder('archives', name), {
        at: context.now(),
        note: 'it is being deleted',
      });
      await deleteFlowSchedule(temporalClient, scheduleId);
      await takeBackOrder(store, found, context.now());
      await resumeOrder(store.standingOrder('archives', name));
      for (const workflowId of [...running, archiveApprovalWorkflowId(name)]) {
        try {
          await temporalClient.workflow.getHandle(workflowId).cancel();
        } catch (error) {
          if (!(error instanceof WorkflowNotFoundError)) throw error;
        }
      }
      const { order } = found;
      const isLeft = order !== undefined && (await leaveDestination(context, engine, order));
      sayDone(
        context,
        name,
        { deleted: true, destination: order?.destination ?? null },
        `is deleted: no pass comes, and what waited for a person is taken back. ${
          isLeft
            ? `It archived nothing, and ${order.destination} is free again`
            : `What it archived stays in ${order?.destination ?? 'its destination'}`
        }`,
      );
    }),
  );
}
