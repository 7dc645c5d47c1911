/** Watches a study to its end and says how it ended, where its results are, and how to come back when it goes on without us. */
import { join } from 'node:path';
import type { StudyResult } from '../../run/messages.ts';
import { layout, publishResults } from '../../store/index.ts';
import type { Store } from '../../store/index.ts';
import { limitOf } from '../../run/failure-limit.ts';
import type { Study } from '../../study/study.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { exitCodes } from '../exit-codes.ts';
import { createProgressView } from '../watch/show-progress.ts';
import { watchStudy } from '../watch/watch-study.ts';
import type { WatchState } from '../watch/watch-state.ts';
import { costText } from '../cost-text.ts';
import { explainBroken } from './explain-broken.ts';
import { exitCodeOfStudy } from './exit-code-of-study.ts';
import { readCost } from './read-cost.ts';
import type { StudyHandle } from './open-study.ts';

export interface FollowOptions {
  readonly engine: Engine;
  readonly handle: StudyHandle;
  readonly studyId: string;
  readonly study: Study;
  readonly startedAt: Date;
  readonly uiUrl: string | undefined;
  /** Absolute folder of the readable copy; written here too, as the worker may stand on another machine. */
  readonly resultsDir: string;
  readonly waitMs?: number | undefined;
  /** The command line that returns to the study after an interruption. */
  readonly returnCommand: string;
}

/**
 * Resolves when the study ended or watching did; shows the outcome and sets the exit code.
 * @throws when the workflow itself broke.
 */
export async function followStudy(context: CommandContext, options: FollowOptions): Promise<void> {
  const { engine, studyId } = options;
  const { output, interrupt } = context;
  interrupt.handle();
  const paint = createProgressView(output);
  let latest: WatchState | undefined;
  const end = await watchStudy({
    temporalClient: engine.temporalClient,
    handle: options.handle,
    startedAt: options.startedAt,
    uiUrl: options.uiUrl,
    signal: interrupt.signal,
    waitMs: options.waitMs,
    intervalMs: engine.embedded ? 400 : 2_000,
    now: () => context.now(),
    onState: (state) => {
      latest = state;
      paint(state);
    },
  });
  await output.endFrame();
  switch (end.kind) {
    case 'ended':
      await showEnded(context, { ...options, store: engine.store }, end.result);
      return;
    case 'broken':
      throw explainBroken(end.error, studyId, options.uiUrl);
    case 'timeout':
      output.warn(`Study ${studyId} is still running. ${wayBack(options)}`);
      if (output.json) await showStanding(context, options, latest);
      context.end(exitCodes.stillRunning);
      return;
    case 'interrupted':
      output.warn(
        engine.embedded
          ? `Interrupted; the study keeps its state. It goes on where it stood with: ${options.returnCommand}`
          : `Detached; study ${studyId} goes on. ${wayBack(options)}`,
      );
      context.end(exitCodes.interrupted);
  }
}

function wayBack({ engine, studyId, returnCommand }: FollowOptions): string {
  return engine.embedded
    ? `It goes on with: ${returnCommand}`
    : `Return with: doeflow watch ${studyId}   Stop it with: doeflow stop ${studyId}`;
}

/** The same document as at the end, for programs that stopped waiting. */
async function showStanding(
  { output }: CommandContext,
  { engine, studyId, resultsDir }: FollowOptions,
  latest: WatchState | undefined,
): Promise<void> {
  const { total, done, failed } = latest?.progress.runs ?? { total: 0, done: 0, failed: 0 };
  const status = latest?.progress.state ?? 'Planned';
  const cost = await readCost(engine.store, studyId);
  output.show({
    json: { studyId, status, runs: { total, done, failed }, resultsDir, cost },
    human: [],
  });
}

/** What is needed to say how a study ended. */
export interface EndedStudy {
  readonly store: Store;
  readonly studyId: string;
  readonly study: Study;
  readonly resultsDir: string;
}

/** Makes sure that the readable copy is there, shows the outcome, sets the exit code. */
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
            : [['limit', `${limitOf(study.execution.maxFailedRuns, total)} failed runs`] as const]),
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
