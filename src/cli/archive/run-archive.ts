/** `doeflow archive trigger`, `pause`, `resume`, `backfill`, `delete`: what is done with an archive's schedule. */
import { InvalidArgumentError, type Command } from 'commander';
import { destinationKey } from '../../archive/index.ts';
import { UsageError } from '../../errors.ts';
import type { PassResult } from '../../run/archive-contract.ts';
import {
  archiveApprovalWorkflowId,
  archiveIntoWorkflowId,
  archiveScheduleId,
} from '../../temporal/names.ts';
import type { CommandContext } from '../context.ts';
import { takeBackOrder } from './archive-order.ts';
import { resultOf, showResult } from './pass-result.ts';
import { requireStaying, scheduleMissing, withArchive } from './with-archive.ts';

/** How long a server may take to start what it took the order for. */
const patienceMs = 60_000;

const nameHelp = 'name of the archive';

/** `doeflow archive trigger`: a pass now, paused or not. */
export function defineTrigger(command: Command, context: CommandContext): void {
  command
    .argument('<name>', nameHelp)
    .option('--wait', 'wait until the pass has ended')
    .action(async (name: string, { wait }: { readonly wait?: boolean }) => {
      await requireStaying(context, wait === true, `doeflow archive trigger ${name}`);
      await withArchive(context, name, async (engine, order) => {
        const { triggerFlowSchedule } = await import('../../temporal/flow-schedules.ts');
        const scheduleId = archiveScheduleId(name);
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
        const result = await resultOf(() =>
          waitForFlow(context, engine, {
            ...{ handle, what: `the pass ${workflowId}` },
            beside: [archiveIntoWorkflowId(destinationKey(order.destination))],
            again: `doeflow archive trigger ${name} --wait`,
            look: `doeflow archive show ${name}`,
          }),
        );
        if (result !== undefined) showResult(context, result);
      });
    });
}

/** `doeflow archive pause`: no passes until it is resumed; what is under way goes on. */
export function definePause(command: Command, context: CommandContext): void {
  command
    .argument('<name>', nameHelp)
    .option('--note <text>', 'why, for whoever looks at it', 'paused by a person')
    .action((name: string, { note }: { readonly note: string }) =>
      withArchive(context, name, async ({ temporalClient }) => {
        const { pauseFlowSchedule } = await import('../../temporal/flow-schedules.ts');
        const isThere = await pauseFlowSchedule(temporalClient, archiveScheduleId(name), note);
        if (!isThere) throw scheduleMissing(name);
        say(
          context,
          name,
          { paused: true },
          'comes no more until it is resumed; a pass that is under way goes on',
        );
      }),
    );
}

/** `doeflow archive resume`: passes come again. */
export function defineResume(command: Command, context: CommandContext): void {
  command.argument('<name>', nameHelp).action((name: string) =>
    withArchive(context, name, async ({ temporalClient }) => {
      const { resumeFlowSchedule } = await import('../../temporal/flow-schedules.ts');
      const isThere = await resumeFlowSchedule(temporalClient, archiveScheduleId(name));
      if (!isThere) throw scheduleMissing(name);
      say(context, name, { paused: false }, 'comes again by its schedule');
    }),
  );
}

/** `doeflow archive backfill`: passes for times that are over, each as if it were then. */
export function defineBackfill(command: Command, context: CommandContext): void {
  command
    .argument('<name>', nameHelp)
    .requiredOption(
      '--from <time>',
      'first time, such as 2026-03-01 or 2026-03-01T03:00Z',
      parseTime,
    )
    .option('--to <time>', 'last time (default: now)', parseTime)
    .action(async (name: string, { from, to }: { readonly from: Date; readonly to?: Date }) => {
      const end = to ?? context.now();
      if (from >= end) {
        throw new UsageError('USAGE_ARGUMENTS', '--from must be before --to', {
          hint: 'Give the earlier time first',
        });
      }
      await requireStaying(context, false, `doeflow archive backfill ${name}`);
      await withArchive(context, name, async ({ temporalClient }) => {
        const { backfillFlowSchedule } = await import('../../temporal/flow-schedules.ts');
        const range = { from, to: end };
        const isThere = await backfillFlowSchedule(temporalClient, archiveScheduleId(name), range);
        if (!isThere) throw scheduleMissing(name);
        const [first, last] = [from.toISOString(), end.toISOString()];
        say(
          context,
          name,
          { from: first, to: last },
          `makes up for its passes from ${first} to ${last}, one after the other; ages and keep times count from each pass's own time`,
        );
      });
    });
}

/** `doeflow archive delete`: takes the order back; what was archived stays. */
export function defineDelete(command: Command, context: CommandContext): void {
  command.argument('<name>', nameHelp).action((name: string) =>
    withArchive(context, name, async ({ temporalClient, store }, order) => {
      const { deleteFlowSchedule, describeFlowSchedule } =
        await import('../../temporal/flow-schedules.ts');
      const { WorkflowNotFoundError } = await import('@temporalio/client');
      const scheduleId = archiveScheduleId(name);
      const running = (await describeFlowSchedule(temporalClient, scheduleId))?.running ?? [];
      await deleteFlowSchedule(temporalClient, scheduleId);
      await takeBackOrder(store, order, context.now());
      for (const workflowId of [...running, archiveApprovalWorkflowId(name)]) {
        try {
          await temporalClient.workflow.getHandle(workflowId).cancel();
        } catch (error) {
          if (!(error instanceof WorkflowNotFoundError)) throw error;
        }
      }
      say(
        context,
        name,
        { deleted: true, destination: order.destination },
        `is deleted: no pass comes, and what waited for a person is taken back. What it archived stays in ${order.destination}`,
      );
    }),
  );
}

function say(context: CommandContext, name: string, json: object, sentence: string): void {
  context.output.show({
    json: { archive: name, ...json },
    human: [{ kind: 'text', lines: [`Archive ${name} ${sentence}.`] }],
    quiet: name,
  });
}

/** A day or a time, in UTC unless it says otherwise. */
function parseTime(text: string): Date {
  const isTime = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?$/u.test(
    text,
  );
  const spelt = /T[0-9:]+$/u.test(text) ? `${text}Z` : text;
  const time = new Date(isTime ? spelt : NaN);
  if (!Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('Write a day or a time, such as 2026-03-01 or 2026-03-01T03:00Z.');
}
