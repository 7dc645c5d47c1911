import type { Command } from 'commander';
import { durationWords, timingWords } from '../../temporal/flow-timing.ts';
import type { CommandContext } from '../context.ts';
import { openEngineIfUp } from '../engine/open-engine-if-up.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { warningRows } from '../order-warnings.ts';
import { troubleRows } from '../watch/trouble-words.ts';
import { readOccurrenceTroubles } from './read-occurrence-troubles.ts';
import { readScheduleWarnings } from './read-schedule-warnings.ts';
import { readStanding } from './read-standing.ts';
import { readOccurrences, readOrder } from './recurrences.ts';
import {
  occurrenceJson,
  flowTimingOf,
  notifyWords,
  outcomeWords,
  outsideRows,
  overlapWords,
  scheduleJson,
  standingWords,
} from './schedule-words.ts';

/** Occurrences that are shown. */
const shownOccurrences = 20;

/** `doeflow schedule show`: one schedule, and what became of its occurrences. */
export function defineShow(schedule: Command, context: CommandContext): void {
  schedule
    .command('show')
    .summary('show a schedule and its occurrences')
    .description('Shows a schedule and what became of its occurrences.')
    .argument('<name>', 'name of the schedule')
    .action(async (name: string) => {
      const store = await openOwnStore(context);
      const order = await readOrder(store, name);
      const occurrences = await readOccurrences(store, order, shownOccurrences);
      const engine = await openEngineIfUp(context);
      try {
        const { state, lost } = await readStanding(engine, name);
        const troubles = await readOccurrenceTroubles(engine, order, state);
        const warnings = await readScheduleWarnings(
          { store, engine, now: context.now() },
          order,
          state,
        );
        const known = state === 'unknown' ? undefined : state;
        const note = known?.note;
        context.output.show({
          json: {
            ...scheduleJson(order, state, occurrences[0], lost),
            occurrences: occurrences.map(occurrenceJson),
            trouble: troubles,
            warnings,
          },
          human: [
            {
              kind: 'facts',
              rows: [
                ['schedule', name],
                ['study', `${order.study.studyName}, as it was ${order.takenAt}`],
                ['when', timingWords(flowTimingOf(order))],
                ['standing', `${standingWords(state)}${note === undefined ? '' : `: ${note}`}`],
                ['next', known?.nextTimes.slice(0, 3).join(', ') ?? ''],
                ['overlap', overlapWords(order.overlap)],
                ['catch-up', durationWords(order.timing.catchupMs)],
                [
                  'left out',
                  known === undefined
                    ? ''
                    : `${known.skipped} as the last was under way, ${known.missed} as no server was up`,
                ],
                ['tells', notifyWords(order.notify)],
                ...outsideRows(order),
                ...(lost === undefined
                  ? []
                  : [
                      [
                        'lost',
                        `${lost.workflowId} ended ${lost.status}: see it in the Temporal UI`,
                      ] as const,
                    ]),
                ...warningRows(warnings),
                ...troubleRows(troubles, context.now()),
              ],
            },
            {
              kind: 'table',
              head: ['came', 'study', 'ended', 'outcome', 'notes'],
              rows: occurrences.map((occurrence) => [
                occurrence.passTime,
                occurrence.studyId ?? '',
                occurrence.result?.state ?? '',
                outcomeWords(occurrence),
                occurrence.result?.notes.join('. ') ?? '',
              ]),
            },
          ],
          quiet: outcomeWords(occurrences[0]),
        });
      } finally {
        await engine?.close();
      }
    });
}
