import type { Command } from 'commander';
import type { Client } from '@temporalio/client';
import { UsageError } from '../../errors.ts';
import { recurrenceLayout } from '../../recurrence/index.ts';
import {
  deleteFlowSchedule,
  pauseFlowSchedule,
  resumeFlowSchedule,
} from '../../temporal/flow-schedules.ts';
import { recurringScheduleId } from '../../temporal/names.ts';
import type { CommandContext } from '../context.ts';
import { openEngine, type Engine } from '../engine/open-engine.ts';
import { noSuchSchedule, orderFolder, readOrder } from './recurrences.ts';

/** `doeflow schedule pause`, `resume` and `delete`. */
export function defineChanges(schedule: Command, context: CommandContext): void {
  schedule
    .command('pause')
    .summary('have a study come no more, until it is resumed')
    .description('Has a study come no more, until it is resumed; what is under way goes on.')
    .argument('<name>', 'name of the schedule')
    .option('--note <text>', 'why, for whoever looks at it', 'paused by doeflow')
    .action((name: string, { note }: { readonly note: string }) =>
      change(context, name, 'paused', (client, id) => pauseFlowSchedule(client, id, note)),
    );
  schedule
    .command('resume')
    .summary('have a paused study come again')
    .description('Has a paused study come again; what was missed meanwhile is not made up for.')
    .argument('<name>', 'name of the schedule')
    .action((name: string) => change(context, name, 'resumed', resumeFlowSchedule));
  schedule
    .command('delete')
    .summary('have a study never come again')
    .description('Takes back the order of a study; what it ran stays, what is under way goes on.')
    .argument('<name>', 'name of the schedule')
    .action((name: string) =>
      withEngine(context, async (engine) => {
        const folder = orderFolder(engine.store, name);
        const stood = await folder.has(recurrenceLayout.order);
        // First of all nothing is allowed any more: without an order nothing is run, whatever Temporal starts.
        await folder.remove(recurrenceLayout.order);
        const id = recurringScheduleId(name);
        const deleted = await deleteFlowSchedule(engine.temporalClient, id);
        if (!stood && !deleted) throw await noSuchSchedule(engine.store, name);
        show(context, name, 'deleted');
      }),
    );
}

function change(
  context: CommandContext,
  name: string,
  word: 'paused' | 'resumed',
  work: (client: Client, scheduleId: string) => Promise<boolean>,
): Promise<void> {
  return withEngine(context, async (engine) => {
    await readOrder(engine.store, name);
    if (!(await work(engine.temporalClient, recurringScheduleId(name)))) {
      throw new UsageError('USAGE_SCHEDULE_GONE', `Temporal has no schedule "${name}" any more`, {
        exitCode: 6,
        hint: 'Make it again: doeflow schedule create STUDY --replace',
      });
    }
    show(context, name, word);
  });
}

async function withEngine(
  context: CommandContext,
  work: (engine: Engine) => Promise<void>,
): Promise<void> {
  const engine = await openEngine(context);
  try {
    await work(engine);
  } finally {
    await engine.close();
  }
}

function show({ output }: CommandContext, name: string, word: string): void {
  output.show({
    json: { schedule: name, [word]: true },
    human: [{ kind: 'text', lines: [`The schedule ${name} is ${word}.`] }],
    quiet: name,
  });
}
