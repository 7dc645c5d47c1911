/** Runs of a study that other studies run: waited for, and taken over once they are done; those that aren't any more are run here. */
import { setTimeout as delay } from 'node:timers/promises';
import type { JobTarget, RevisionTarget, SharedRuns } from '../../src/run/activity-contract.ts';
import {
  findReusedOutcomes,
  layout,
  readAwaited,
  type DocumentFolder,
} from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { judgedStudy } from '../judged-study.ts';
import { awaitedOf, readAwaitedWords } from './awaited-runs.ts';
import { clearFilesOf, clearTries } from './clear-refused-files.ts';
import { keepTaken, keepTold } from './keep-shared-look.ts';
import { lookAtSharedRuns } from './look-at-shared-runs.ts';
import { reuseNotes } from './reuse-notes.ts';
import { createTaker } from './take-finished-run.ts';

/** Answers after this long with what is still waited for, so that one attempt never looks lost. */
const longestWaitMs = 3_600_000;
/** The wait grows by this while nothing happens. */
const growth = 1.2;

/**
 * Waits until a run that another study was to run is taken over or left to this one, or until what is waited for is told otherwise; what is left is chosen
 * for job `jobNumber`, as many as a job has.
 */
export async function awaitSharedRuns(
  dependencies: ActivityDependencies,
  { studyId, jobNumber, revision }: JobTarget & RevisionTarget,
  { signal, show }: ActivityRun,
): Promise<SharedRuns> {
  const { store, poll } = dependencies;
  const folder = store.study(studyId);
  const cached = await judgedStudy(dependencies, studyId, revision);
  const take = createTaker(store, folder, cached, revision);
  const started = performance.now();
  let waitMs = poll.minMs;
  // Chosen by a try whose answer was lost.
  if (await folder.has(layout.retryChoice(jobNumber))) return settled(folder, jobNumber);
  await clearTries(folder);
  for (;;) {
    const look = await lookAtSharedRuns(dependencies, { studyId, folder, cached, take });
    const { taken, rest, left, moved } = look;
    const isNews = look.isNews || moved.length > 0;
    // An amendment may have ended the wait, and looks itself.
    signal.throwIfAborted();
    await keepTaken(folder, taken);
    const isOld = performance.now() - started > longestWaitMs;
    if (left.length === 0 || rest.length > 0 || taken.length > 0 || isNews || isOld) {
      await keepTold(folder, look);
      const runs = rest
        .slice(0, cached.study.execution.runsPerJob)
        .map(({ run }) => ({ run, attempt: 1, spent: {} }));
      if (runs.length > 0) {
        await clearFilesOf(
          folder,
          runs.map(({ run }) => run),
        );
        await folder.create(layout.retryChoice(jobNumber), { runs });
      }
      return settled(folder, jobNumber);
    }
    show({ waitsFor: awaitedOf(left) });
    await delay(waitMs, undefined, { signal });
    waitMs = Math.min(waitMs * growth, poll.maxMs);
  }
}

/** What the records say of it, however often they are asked. */
async function settled(folder: DocumentFolder, jobNumber: number): Promise<SharedRuns> {
  const chosen = (await folder.find(layout.retryChoice(jobNumber)))?.runs ?? [];
  const rest = new Set(Array.isArray(chosen) ? chosen.map(({ run }) => run) : []);
  const reused = (await findReusedOutcomes(folder)) ?? [];
  const awaited = (await readAwaited(folder)).filter(({ run }) => !rest.has(run));
  return {
    reused: reused.filter(({ run }) => run > 0).length,
    rest: rest.size,
    awaited: await readAwaitedWords(folder, awaited),
    notes: reuseNotes(reused, (await folder.find(layout.reuse)) ?? []),
  };
}
