import type { Command } from 'commander';
import type { FlowScheduleState } from '../../temporal/flow-schedules.ts';
import { timingWords } from '../../temporal/flow-timing.ts';
import type { CommandContext } from '../context.ts';
import { openEngineIfUp } from '../engine/open-engine-if-up.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { unreadableOrders } from '../found-order.ts';
import { listedWarnings } from '../order-warnings.ts';
import { listOrders, readOccurrences } from './recurrences.ts';
import { listedTroubles } from '../watch/trouble-words.ts';
import { readOccurrenceTroubles } from './read-occurrence-troubles.ts';
import { readScheduleWarnings } from './read-schedule-warnings.ts';
import { readStanding } from './read-standing.ts';
import { flowTimingOf, outcomeWords, scheduleJson, standingLine } from './schedule-words.ts';

/** `doeflow schedule list`: what comes next, and what became of the last occurrence. */
export function defineList(schedule: Command, context: CommandContext): void {
  schedule
    .command('list')
    .alias('ls')
    .summary('list the schedules of studies')
    .description('Lists the schedules of studies.')
    .action(async () => {
      const store = await openOwnStore(context);
      const found = await listOrders(store);
      const orders = found.flatMap(({ order }) => order ?? []);
      const unreadable = found.filter(({ problem }) => problem !== undefined);
      const engine = orders.length === 0 ? undefined : await openEngineIfUp(context);
      try {
        const listed = await Promise.all(
          orders.map(async (order) => {
            const standing = await readStanding(engine, order.name);
            return {
              order,
              ...standing,
              last: (await readOccurrences(store, order, 1))[0],
              warnings: await readScheduleWarnings(
                { store, engine, now: context.now() },
                order,
                standing.state,
              ),
              troubles: await readOccurrenceTroubles(engine, order, standing.state),
            };
          }),
        );
        if (engine === undefined && orders.length > 0) {
          context.output.note(
            'The embedded Temporal is not up, so nothing comes: keep it up with doeflow dev',
          );
        }
        context.output.show({
          json: [
            ...listed.map(({ order, state, last, lost, troubles, warnings }) => ({
              ...scheduleJson(order, state, last, lost),
              trouble: troubles,
              warnings,
            })),
            ...unreadable.map(({ name, problem }) => ({ name, unreadable: problem })),
          ],
          human: [
            found.length === 0
              ? { kind: 'text', lines: ['No study was scheduled yet.'] }
              : {
                  kind: 'table',
                  head: ['schedule', 'study', 'when', 'standing', 'next', 'last', 'outcome'],
                  rows: [
                    ...listed.map(({ order, state, last, lost }) => [
                      order.name,
                      order.study.studyName,
                      timingWords(flowTimingOf(order)),
                      standingLine(state),
                      nextOf(state),
                      lost?.scheduledAt ?? last?.passTime ?? '',
                      lost === undefined ? outcomeWords(last) : `lost (${lost.status})`,
                    ]),
                    ...unreadable.map(({ name }) => [name, '', '', 'unreadable', '', '', '']),
                  ],
                },
            ...unreadableOrders(unreadable, {
              what: 'nothing of it is run',
              deletedBy: 'doeflow schedule delete',
            }),
            ...listedWarnings(listed.map(({ order, warnings }) => [order.name, warnings])),
            ...listedTroubles(
              listed.map(({ order, troubles }) => [order.name, troubles]),
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

function nextOf(state: FlowScheduleState | 'unknown' | undefined): string {
  if (state === undefined || state === 'unknown' || state.paused) return '';
  return state.nextTimes[0] ?? 'never';
}
