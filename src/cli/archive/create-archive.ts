import type { Command } from 'commander';
import { localPace, remotePace } from '../../run/messages.ts';
import type { ArchiveInput } from '../../run/archive-contract.ts';
import type { ArchiveOrder } from '../../archive/index.ts';
import type { ObjectStore } from '../../objects/index.ts';
import { beginOrder, resumeOrder } from '../../store/index.ts';
import { archiveScheduleId } from '../../temporal/names.ts';
import { durationWords } from '../../temporal/flow-timing.ts';
import type { CommandContext } from '../context.ts';
import { openCheckedEngine } from '../engine/open-checked-engine.ts';
import type { Engine } from '../engine/open-engine.ts';
import { platformOfEngine } from '../engine/platform-at-hand.ts';
import { UsageError } from '../../errors.ts';
import { archiveExists, keepOrder, takeBackOrder } from './archive-order.ts';
import {
  archivesBeside,
  claimForOrder,
  openWantedDestination,
  requireOwnDestination,
  strangersNote,
} from './check-destination.ts';
import { deletionWords, licenseRows, nextWords, policyWords, whenWords } from './archive-words.ts';
import { dryRun } from './dry-run.ts';
import { addOrderOptions, orderOf, type OrderOptions } from './order-options.ts';

/** `doeflow archive create`: the order into the store, then its schedule; with `--dry-run` which jobs a pass would touch, and nothing else. */
export function defineCreate(command: Command, context: CommandContext): void {
  addOrderOptions(command)
    .argument('<name>', 'name of the archive')
    .option('--dry-run', 'show which jobs a pass would touch now; create and copy nothing')
    .action(async (name: string, options: OrderOptions & { readonly dryRun?: boolean }) => {
      // What is wrong on the command line is known before anything is started.
      const asked = orderOf(context, name, options, { kind: 'configured', baseUrl: '' });
      const objects = await openWantedDestination(context, asked);
      context.interrupt.handle();
      const engine = await openCheckedEngine(context);
      try {
        const order = orderOf(context, name, options, await platformOfEngine(engine));
        await requireOwnDestination(engine, order, objects);
        if (options.dryRun === true) await dryRun(context, engine, order);
        else await create(context, engine, order, objects);
      } finally {
        await engine.close();
      }
    });
}

async function create(
  context: CommandContext,
  engine: Engine,
  wanted: ArchiveOrder,
  objects: ObjectStore,
): Promise<void> {
  const { store, temporalClient } = engine;
  const { order, isNew: isFirst } = await keepOrder(store, wanted);
  const { name, timing } = order;
  if (timing === undefined) throw archiveExists(name, 'without a time');
  const { createFlowSchedule, describeFlowSchedule } =
    await import('../../temporal/flow-schedules.ts');
  const { searchAttributeKeys } = await import('../../temporal/search-attributes.ts');
  const scheduleId = archiveScheduleId(name);
  const pace = engine.settings.platform === 'embedded' ? localPace : remotePace;
  let stands = false;
  try {
    await claimForOrder(engine, order, objects);
    // Where nobody knows whether the schedule was made, the order stands, and the same command again goes on with it.
    stands = true;
    const isNew = await createFlowSchedule(temporalClient, {
      scheduleId,
      timing,
      workflowType: 'archiveWorkflow',
      input: { archive: name, pace } satisfies ArchiveInput,
      summary: `archive ${name}: ${order.select} into ${order.destination}`.slice(0, 200),
      attributes: [{ key: searchAttributeKeys.FlowName, value: name }],
    });
    if (!isNew)
      throw isFirst ? scheduleOfOthers(scheduleId) : archiveExists(name, 'with this very order');
  } catch (error) {
    if (isFirst && (!stands || error instanceof UsageError)) {
      await takeBackOrder(store, { name, order }, context.now());
    }
    throw error;
  }
  // Of an archive of this name that was deleted.
  await resumeOrder(store.standingOrder('archives', name));
  await beginOrder(store.standingOrder('archives', name), context.now());
  const state = (await describeFlowSchedule(temporalClient, scheduleId)) ?? null;
  const beside = await archivesBeside(engine, order);
  if (beside.length > 0) {
    context.output.note(
      `${order.destination} is that of ${beside.join(', ')} too: their passes wait for each other, and a job is archived there once and deleted only by the archive that took it.`,
    );
  }
  const strangers = await strangersNote(order, objects);
  if (strangers !== undefined) context.output.note(strangers);
  if (engine.embedded) context.output.note(embeddedWords(timing.catchupMs));
  context.output.show({
    json: { ...order, scheduleId, nextPasses: state?.nextTimes ?? [], embedded: engine.embedded },
    human: [
      {
        kind: 'facts',
        rows: [
          ['archive', name],
          ['selects', order.select],
          ['into', order.destination],
          ['passes', `${whenWords(order)}; ${policyWords(order)}`],
          ['next pass', nextWords(state)],
          ['deletes', deletionWords(order)],
          ...licenseRows(order),
        ],
      },
      {
        kind: 'next',
        commands: [`doeflow archive trigger ${name} --wait`, `doeflow archive show ${name}`],
      },
    ],
    quiet: name,
  });
}

function scheduleOfOthers(scheduleId: string): UsageError {
  return new UsageError(
    'USAGE_ARCHIVE_EXISTS',
    `Temporal has a schedule "${scheduleId}" that this store knows nothing of: another store's perhaps, or left over`,
    {
      exitCode: 5,
      hint: 'Give this archive another name, or remove that schedule in the Temporal UI',
    },
  );
}

/** What is true of schedules where this machine's own parts keep them. */
function embeddedWords(catchupMs: number): string {
  return `Passes happen only while doeflow dev is up. When it comes up again, a pass that was due in the last ${durationWords(catchupMs)} is made up for; older ones are left out, and doeflow archive show counts them.`;
}
