/** Shows how a study ended, and where its results are. */
import { stoppedRuns } from '../../run/stopped-runs.ts';
import { join } from 'node:path';
import { withdrawnRuns } from '../../run/run-state.ts';
import { limitOf } from '../../run/failure-limit.ts';
import { mergeOutcomes } from '../../run/run-outcome.ts';
import { notCopiedWords } from '../../run/not-copied.ts';
import { retryCommands } from '../../run/ways-on.ts';
import type { StudyResult } from '../../run/messages.ts';
import { layout, publishUnlessWhole, readAttempts } from '../../store/index.ts';
import type { OutcomesAtHand, Publishing, Store } from '../../store/index.ts';
import { noteOutcomes } from '../../study/note-outcomes.ts';
import type { Study } from '../../study/study.ts';
import type { CommandContext } from '../context.ts';
import { costText } from '../../study/cost-text.ts';
import { exitCodes } from '../exit-codes.ts';
import { tellNext } from '../output/tell-next.ts';
import { systemFaultOf } from '../../files/index.ts';
import { UsageError } from '../../errors.ts';
import { tellNotes } from '../watch/show-progress.ts';
import { causesOf } from '../../run/failure-causes.ts';
import { causeLines } from './cause-lines.ts';
import { exitCodeOfStudy } from './exit-code-of-study.ts';
import { budgetWords, readBudget } from './read-budget.ts';
import { readCost } from './read-cost.ts';
import { tellCopying } from './tell-copying.ts';
import { limitIsTold, mayBeFilesFault } from './words-of-end.ts';

/** What is needed to show how a study ended. */
export interface EndedStudy {
  readonly store: Store;
  readonly studyId: string;
  readonly study: Study;
  /** Absolute folder of the readable copy; written here too, as the worker may be on another machine. */
  readonly resultsDir: string;
  /** What the command has to say beside that, in its JSON. */
  readonly alsoJson?: Readonly<Record<string, unknown>>;
  /** Notes of the study that the reader was told while it ran. */
  readonly toldNotes?: Set<string>;
  /** What was read of its outcomes while it was watched: those of a large study take seconds. */
  readonly outcomes?: OutcomesAtHand;
}

/** Writes the readable copy of the results, shows the outcome, sets the exit code. */
export async function showEnded(
  context: CommandContext,
  {
    store,
    studyId,
    study,
    resultsDir,
    alsoJson = {},
    toldNotes = new Set(),
    outcomes: atHand,
  }: EndedStudy,
  result: StudyResult,
): Promise<void> {
  const ended = await store.study(studyId).find(layout.status);
  const attempts = await readAttempts(store.study(studyId), atHand);
  const outcomes = [...mergeOutcomes(attempts).values()];
  const all = [...new Set([...(ended?.notes ?? []), ...noteOutcomes(outcomes, study)])];
  let notes = all;
  try {
    await publish(context, { store, studyId, resultsDir, attempts }, result);
    // What couldn't be copied at the study's end has just been.
    notes = all.filter((note) => !note.startsWith(notCopiedWords(resultsDir)));
  } finally {
    tellNotes(context.output, notes, toldNotes);
  }
  const { total, done, failed } = result.runs;
  const stopped = ended === undefined ? 0 : stoppedRuns(ended);
  const withdrawn = withdrawnRuns(result.state, result.runs);
  const cost = await readCost(store, studyId);
  const budget = await readBudget(store, { studyId, study, isOver: true });
  // Of the nominal run, too, which isn't among those that are counted as failed.
  const causes = causesOf([outcomes]);
  const exitCode = exitCodeOfStudy(result.state, result.runs, study.execution.maxFailedRuns);
  const next = [
    `doeflow results ${studyId}`,
    ...(failed > stopped || causes.length > 0 ? [`doeflow logs ${studyId}`] : []),
    ...retryCommands({ studyId }, outcomes, withdrawn > (result.runs.withdrawn ?? 0)),
  ];
  context.output.show({
    json: {
      studyId,
      status: result.state,
      runs: { total, done, failed: failed - stopped, stopped, withdrawn },
      resultsDir,
      cost,
      budget: budget ?? null,
      failures: causes,
      notes,
      ...alsoJson,
    },
    human: [
      {
        kind: 'facts',
        rows: [
          ['study', studyId],
          ['status', result.state],
          [
            'runs',
            `${total} planned, ${done} done, ${failed - stopped} failed${stopped > 0 ? `, ${stopped} stopped` : ''}${withdrawn > 0 ? `, ${withdrawn} withdrawn` : ''}`,
          ],
          ...(exitCode === exitCodes.done || !limitIsTold(result)
            ? []
            : [
                [
                  'limit',
                  `at most ${limitOf(study.execution.maxFailedRuns, total)} failed runs`,
                ] as const,
              ]),
          ...(cost.high === null ? [] : [['cost', costText(cost)] as const]),
          ...(budget === undefined ? [] : [['budget', budgetWords(budget)] as const]),
          ['results', join(resultsDir, layout.resultsTable.name)],
        ],
      },
      ...(causes.length === 0
        ? []
        : [{ kind: 'text' as const, lines: ['', ...causeLines(causes, studyId)] }]),
      ...(mayBeFilesFault(ended?.failures ?? [])
        ? [
            {
              kind: 'text' as const,
              lines: ['', 'A file was at fault? Mend it, and add --with-changes to the retry.'],
            },
          ]
        : []),
      {
        kind: 'next',
        commands: next,
      },
    ],
    quiet: `${studyId} ${result.state}`,
  });
  tellNext(context.output, next);
  context.end(exitCode);
}

/** @throws UsageError USAGE_RESULTS_NOT_WRITTEN, exit code 2, where the system refuses the folder: the study has ended all the same */
async function publish(
  { output }: CommandContext,
  {
    store,
    studyId,
    resultsDir,
    attempts,
  }: Pick<EndedStudy, 'store' | 'studyId' | 'resultsDir'> & Pick<Publishing, 'attempts'>,
  { state, runs }: StudyResult,
): Promise<void> {
  try {
    await publishUnlessWhole(store.study(studyId), resultsDir, {
      onRun: tellCopying(output, resultsDir),
      attempts,
    });
  } catch (cause) {
    const fault = systemFaultOf(cause);
    if (fault === undefined) throw cause;
    const { total, done, failed } = runs;
    throw new UsageError(
      'USAGE_RESULTS_NOT_WRITTEN',
      `Study ${studyId} has ended: ${state}; ${total} runs planned, ${done} done, ${failed} failed. Its results are safe in the store, but their copy in ${resultsDir} is not complete: ${fault.message}`,
      {
        hint: `Nothing has to be run again. When that folder can be written: doeflow watch ${studyId}   Elsewhere: doeflow results ${studyId} --to FOLDER`,
        cause,
      },
    );
  }
}
