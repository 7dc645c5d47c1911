import type { Command } from 'commander';
import type { Client } from '@temporalio/client';
import { UsageError } from '../../errors.ts';
import { recurrenceLayout } from '../../recurrence/index.ts';
import { beginOrder, pauseOrder, resumeOrder } from '../../store/index.ts';
import {
  deleteFlowSchedule,
  pauseFlowSchedule,
  resumeFlowSchedule,
} from '../../temporal/flow-schedules.ts';
import { recurringScheduleId } from '../../temporal/names.ts';
import type { CommandContext } from '../context.ts';
import { openEngine, type Engine } from '../engine/open-engine.ts';
import { listWaitingOccurrences } from '../studies/waiting-occurrence.ts';
import { noSuchSchedule, orderFolder, readOrder } from './recurrences.ts';

/** `doeflow schedule pause`, `resume` and `delete`. */
export function defineChanges(schedule: Command, context: CommandContext): void {
  schedule
    .command('pause')
    .summary('have a study come no more, until it is resumed')
    .description(
      'Has a study come no more, until it is resumed; what has begun goes on, what only waits to begin is withdrawn.',
    )
    .argument('<name>', 'name of the schedule')
    .option('--note <text>', 'why, for whoever looks at it', 'paused by doeflow')
    .action((name: string, { note }: { readonly note: string }) =>
      withEngine(context, async (engine) => {
        await readOrder(engine.store, name);
        await pauseOrder(orderFolder(engine.store, name), { at: context.now(), note });
        await change(engine, name, (client, id) => pauseFlowSchedule(client, id, note));
        await showChanged(context, engine, name, 'paused');
      }),
    );
  schedule
    .command('resume')
    .summary('have a paused study come again')
    .description('Has a paused study come again; what was missed meanwhile is not made up for.')
    .argument('<name>', 'name of the schedule')
    .action((name: string) =>
      withEngine(context, async (engine) => {
        await readOrder(engine.store, name);
        await beginOrder(orderFolder(engine.store, name), context.now());
        await resumeOrder(orderFolder(engine.store, name));
        await change(engine, name, resumeFlowSchedule);
        await showChanged(context, engine, name, 'resumed');
      }),
    );
  schedule
    .command('delete')
    .summary('have a study never come again')
    .description(
      'Takes back the order of a study; what it ran stays, what has begun goes on, what only waits to begin is withdrawn.',
    )
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
        await resumeOrder(folder);
        await showChanged(context, engine, name, 'deleted');
      }),
    );
}

async function change(
  { temporalClient }: Engine,
  name: string,
  work: (client: Client, scheduleId: string) => Promise<boolean>,
): Promise<void> {
  if (await work(temporalClient, recurringScheduleId(name))) return;
  throw new UsageError('USAGE_SCHEDULE_GONE', `Temporal has no schedule "${name}" any more`, {
    exitCode: 6,
    hint: 'Make it again: doeflow schedule create STUDY --replace',
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

/** Says what became of the schedule, and of occurrences that hadn't begun: without an order, or while that is paused, they never do. */
async function showChanged(
  { output }: CommandContext,
  engine: Engine,
  name: string,
  word: 'paused' | 'resumed' | 'deleted',
): Promise<void> {
  const withdrawn = word === 'resumed' ? [] : await listWaitingOccurrences(engine, name);
  output.show({
    json: { schedule: name, [word]: true, ...(word === 'resumed' ? {} : { withdrawn }) },
    human: [
      {
        kind: 'text',
        lines: [
          `The schedule ${name} is ${word}.`,
          ...(withdrawn.length === 0
            ? []
            : [
                `Withdrawn, as ${withdrawn.length === 1 ? 'it' : 'they'} only waited to begin: ${withdrawn.join(', ')}`,
              ]),
        ],
      },
    ],
    quiet: name,
  });
}
