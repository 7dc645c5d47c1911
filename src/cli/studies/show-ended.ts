/** Shows how a study ended, and where its results are. */
import { join } from 'node:path';
import { limitOf } from '../../run/failure-limit.ts';
import type { StudyResult } from '../../run/messages.ts';
import { layout, publishResults } from '../../store/index.ts';
import type { Store } from '../../store/index.ts';
import type { Study } from '../../study/study.ts';
import type { CommandContext } from '../context.ts';
import { costText } from '../cost-text.ts';
import { exitCodes } from '../exit-codes.ts';
import { exitCodeOfStudy } from './exit-code-of-study.ts';
import { readCost } from './read-cost.ts';

/** What is needed to show how a study ended. */
export interface EndedStudy {
  readonly store: Store;
  readonly studyId: string;
  readonly study: Study;
  /** Absolute folder of the readable copy; written here too, as the worker may be on another machine. */
  readonly resultsDir: string;
}

/** Writes the readable copy of the results, shows the outcome, sets the exit code. */
export async function showEnded(
  context: CommandContext,
  { store, studyId, study, resultsDir }: EndedStudy,
  result: StudyResult,
): Promise<void> {
  await publishResults(store.study(studyId), resultsDir);
  const { total, done, failed } = result.runs;
  const cost = await readCost(store, studyId);
  const exitCode = exitCodeOfStudy(result.state, result.runs, study.execution.maxFailedRuns);
  context.output.show({
    json: {
      studyId,
      status: result.state,
      runs: { total, done, failed },
      resultsDir,
      cost,
    },
    human: [
      {
        kind: 'facts',
        rows: [
          ['study', studyId],
          ['status', result.state],
          ['runs', `${total} planned, ${done} done, ${failed} failed`],
          ...(exitCode === exitCodes.done || failed === 0
            ? []
            : [
                [
                  'limit',
                  `at most ${limitOf(study.execution.maxFailedRuns, total)} failed runs`,
                ] as const,
              ]),
          ...(cost.high === null ? [] : [['cost', costText(cost)] as const]),
          ['results', join(resultsDir, layout.resultsTable.name)],
        ],
      },
      {
        kind: 'next',
        commands: [
          `doeflow results ${studyId}`,
          ...(failed > 0 ? [`doeflow logs ${studyId}`, `doeflow retry ${studyId} --failed`] : []),
        ],
      },
    ],
    quiet: `${studyId} ${result.state}`,
  });
  context.end(exitCode);
}
