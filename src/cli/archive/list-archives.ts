import type { Command } from 'commander';
import { archiveScheduleId } from '../../temporal/names.ts';
import type { CommandContext } from '../context.ts';
import { openEngineIfUp } from '../engine/open-engine-if-up.ts';
import type { Engine } from '../engine/open-engine.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { unreadableOrders } from '../found-order.ts';
import { listedWarnings } from '../order-warnings.ts';
import type { Block } from '../output/view.ts';
import { archiveWarnings, listArchives } from './archive-order.ts';
import { listedTroubles } from '../watch/trouble-words.ts';
import { readPassTroubles } from './read-pass-troubles.ts';
import { approvalLines, nextWords, passWords, waitingWords, whenWords } from './archive-words.ts';
import { readPasses } from './read-passes.ts';
import type { FlowScheduleState } from '../../temporal/flow-schedules.ts';

/** `doeflow archive list`: every archive with its next pass and what became of the last. */
export function defineList(command: Command, context: CommandContext): void {
  command.action(async () => {
    const store = await openOwnStore(context);
    const found = await listArchives(store);
    const engine = await openEngineIfUp(context);
    try {
      const rows = [];
      for (const { order } of found) {
        if (order === undefined) continue;
        const schedule = await readSchedule(engine, order.name);
        const [last] = await readPasses(store, engine, order, 1);
        const passes = last === undefined ? [] : [last];
        const troubles = await readPassTroubles(engine, order, passes, schedule);
        const warnings = await archiveWarnings(store, order, schedule, context.now());
        rows.push({ order, schedule, last, troubles, warnings });
      }
      const unreadable = found.filter(({ problem }) => problem !== undefined);
      context.output.show({
        json: [
          ...rows.map(({ order, schedule, last, troubles, warnings }) => ({
            ...{ name: order.name, select: order.select, destination: order.destination },
            ...{ deleteJobs: order.deleteJobs, approve: order.approve },
            timing: order.timing ?? null,
            schedule: schedule ?? null,
            lastPass: last ?? null,
            trouble: troubles,
            warnings,
          })),
          ...unreadable.map(({ name, problem }) => ({ name, unreadable: problem })),
        ],
        human:
          found.length === 0
            ? [
                { kind: 'text', lines: ['No archive was created yet.'] },
                { kind: 'next', commands: ['doeflow archive create --help'] },
              ]
            : [
                {
                  kind: 'table',
                  head: ['archive', 'passes', 'overlap', 'next pass', 'last pass', 'it ended'],
                  rows: [
                    ...rows.map(({ order, schedule, last }) => [
                      order.name,
                      whenWords(order),
                      order.timing?.overlap ?? '-',
                      [
                        nextWords(schedule),
                        ...(schedule?.waiting ? [waitingWords(schedule.waiting)] : []),
                      ].join('; '),
                      last?.passTime ?? '-',
                      passWords(last),
                    ]),
                    ...unreadable.map(({ name }) => [name, '-', '-', 'none: unreadable', '-', '-']),
                  ],
                },
                ...unreadableOrders(unreadable, {
                  what: 'its passes do nothing',
                  deletedBy: 'doeflow archive delete',
                }),
                ...approvalBlocks(
                  rows.flatMap(({ order, last }) => approvalLines(order.name, last)),
                ),
                ...listedWarnings(rows.map(({ order, warnings }) => [order.name, warnings])),
                ...listedTroubles(
                  rows.map(({ order, troubles }) => [order.name, troubles]),
                  context.now(),
                ),
              ],
        quiet: found.map(({ name }) => name).join('\n'),
      });
    } finally {
      await engine?.close();
    }
  });
}

function approvalBlocks(lines: readonly string[]): readonly Block[] {
  return lines.length === 0 ? [] : [{ kind: 'text', lines }];
}

/** The archive's schedule; undefined where no server is up, null where it has none. */
export async function readSchedule(
  engine: Engine | undefined,
  name: string,
): Promise<FlowScheduleState | undefined | null> {
  if (engine === undefined) return undefined;
  // Temporal's client takes a third of a second to load: only those pay who need it.
  const { describeFlowSchedule } = await import('../../temporal/flow-schedules.ts');
  return (await describeFlowSchedule(engine.temporalClient, archiveScheduleId(name))) ?? null;
}
