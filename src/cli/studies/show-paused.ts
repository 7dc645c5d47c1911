/** Shows why a study is paused, and what can be done: it waits for a person, so nobody needs to wait for it. */
import type { CommandContext } from '../context.ts';
import { costText } from '../../study/cost-text.ts';
import { readFacts } from '../watch/study-facts.ts';
import { countWords, keptBackWords } from '../watch/count-words.ts';
import type { WatchState } from '../watch/watch-state.ts';
import { causeLines } from './cause-lines.ts';
import { clusterWords, type ClusterLeft } from './clusters-left.ts';
import { budgetWords, readBudget } from './read-budget.ts';
import { activityWords, isHeldByLimit } from './pause-words.ts';
import type { EndedStudy } from './show-ended.ts';
import { unknownCost } from '../../study/cost.ts';

/** Shows a study that is paused, and how it goes on. @param clusters that go on costing meanwhile */
export async function showPaused(
  context: CommandContext,
  { store, studyId, study, resultsDir, alsoJson = {} }: EndedStudy,
  { progress }: WatchState,
  clusters: readonly ClusterLeft[],
): Promise<void> {
  const isRepeating = (progress.runs.repeated ?? 0) > 0;
  const { causes = [], cost = unknownCost } = await readFacts(store, {
    ...{ studyId, study, isRepeating },
  });
  const { activity, runs, state } = progress;
  const kept = keptBackWords(progress);
  const budget = await readBudget(store, { studyId, study, isOver: false });
  const needsLimit = isHeldByLimit(progress, budget);
  context.output.show({
    json: {
      ...{ studyId, status: state, activity, runs, resultsDir, cost },
      budget: budget ?? null,
      failures: causes,
      notes: progress.notes,
      clusters,
      ...alsoJson,
    },
    human: [
      {
        kind: 'facts',
        rows: [
          ['study', studyId],
          ['status', state],
          ['why', activityWords(progress, budget, studyId)],
          ['runs', countWords({ progress, runsInside: new Map() })],
          ...(kept === undefined ? [] : [['kept back', kept] as const]),
          ...(cost.high === null ? [] : [['cost so far', costText(cost)] as const]),
          ...(budget === undefined ? [] : [['budget', budgetWords(budget)] as const]),
          ...clusters.map((cluster) => ['cluster', clusterWords(cluster)] as const),
        ],
      },
      ...(causes.length === 0
        ? []
        : [
            {
              kind: 'text' as const,
              lines: ['', ...causeLines(causes, studyId)],
            },
          ]),
      {
        kind: 'text',
        lines: [
          '',
          ...(needsLimit
            ? [
                `with another limit of its cost:  doeflow budget ${studyId} --set AMOUNT`,
                `and then, to go on:              doeflow resume ${studyId}`,
              ]
            : [
                kept === undefined
                  ? `nothing else is left to run; to end it with its results: doeflow resume ${studyId}`
                  : `to go on with what has not run:  doeflow resume ${studyId}`,
              ]),
          ...(causes.length === 0
            ? []
            : [
                `${needsLimit ? 'or, with the failed runs again:  ' : 'to run the failed runs again:    '}doeflow retry ${studyId} --failed`,
                `with files that you mended:      doeflow retry ${studyId} --failed --with-changes`,
              ]),
          `to end it:                       doeflow stop ${studyId}`,
        ],
      },
      {
        kind: 'next',
        commands: [`doeflow logs ${studyId}`, `doeflow results ${studyId}`],
      },
    ],
    quiet: `${studyId} ${state}`,
  });
}
