/** Runs of a study that other studies run: waited for, and taken over once they are done; those that aren't any more are run here. */
import { firstRevision } from '../../src/run/revision-of.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { SharedRuns, JobTarget } from '../../src/run/activity-contract.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import {
  findReusedOutcomes,
  finishedRunsOf,
  layout,
  readAttempts,
  reusedJobNumber,
  type AwaitedRun,
  type DocumentFolder,
  type TakenRun,
} from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { isStudyOpen } from './is-study-open.ts';
import { createTaker, type Taker } from './take-finished-run.ts';

/** Answers after this long with what is still waited for, so that one attempt never looks lost. */
const longestWaitMs = 3_600_000;
/** The wait grows by this while nothing happens. */
const growth = 1.2;
/** A study that ends no further run for so long isn't waited for any more. */
const patienceMs = 24 * 3_600_000;

/**
 * Waits until every run that another study was to run is either taken over or left to this one; what is left is chosen for job `jobNumber`, as many as
 * a job has.
 */
export async function awaitSharedRuns(
  dependencies: ActivityDependencies,
  { studyId, jobNumber }: JobTarget,
  { signal, show }: ActivityRun,
): Promise<SharedRuns> {
  const { store, studyCache, poll } = dependencies;
  const folder = store.study(studyId);
  const cached = await studyCache.get(studyId, firstRevision);
  const take = createTaker(store, folder, cached);
  const started = performance.now();
  let waitMs = poll.minMs;
  // Chosen by a try whose answer was lost.
  if (await folder.has(layout.retryChoice(jobNumber))) return settled(folder, jobNumber);
  for (;;) {
    const { taken, rest, left } = await look(dependencies, folder, take);
    if (taken.length > 0) await keepTaken(folder, taken);
    if (left.length === 0 || performance.now() - started > longestWaitMs) {
      const runs = rest
        .slice(0, cached.study.execution.runsPerJob)
        .map(({ run }) => ({ run, attempt: 1, spent: {} }));
      if (runs.length > 0) await folder.create(layout.retryChoice(jobNumber), { runs });
      return settled(folder, jobNumber);
    }
    show({ waitsFor: awaitedOf(left) });
    await delay(waitMs, undefined, { signal });
    waitMs = taken.length > 0 ? poll.minMs : Math.min(waitMs * growth, poll.maxMs);
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
    awaited: awaitedOf(awaited),
  };
}

/** How many runs are waited for, and of which studies. */
export function awaitedOf(runs: readonly AwaitedRun[]): SharedRuns['awaited'] {
  return { runs: runs.length, studies: [...new Set(runs.map(({ awaits }) => awaits.studyId))] };
}

/** The runs that a study waits for: those that another one was to run, and that have no outcome yet. */
export async function readAwaited(folder: DocumentFolder): Promise<readonly AwaitedRun[]> {
  const chosen = (await folder.find(layout.reuse)) ?? [];
  const awaited = chosen.filter((one): one is AwaitedRun => 'awaits' in one);
  if (awaited.length === 0) return [];
  const ended = new Set((await readAttempts(folder)).flat().map(({ run }) => run));
  return awaited.filter(({ run }) => !ended.has(run));
}

interface Look {
  readonly taken: readonly RunOutcome[];
  /** To be run here. */
  readonly rest: readonly AwaitedRun[];
  readonly left: readonly AwaitedRun[];
}

async function look(
  dependencies: ActivityDependencies,
  folder: DocumentFolder,
  take: Taker,
): Promise<Look> {
  const { store, now } = dependencies;
  const taken: RunOutcome[] = [];
  const rest: AwaitedRun[] = [];
  const left: AwaitedRun[] = [];
  const owners = new Map<string, AwaitedRun[]>();
  for (const one of await readAwaited(folder)) {
    owners.set(one.awaits.studyId, [...(owners.get(one.awaits.studyId) ?? []), one]);
  }
  for (const [studyId, awaited] of owners) {
    // First: what it ends after this is seen by the next look.
    const isOpen = await isStudyOpen(dependencies, studyId);
    const done = new Map<number, TakenRun['from']>();
    for await (const { jobNumber, run, attempt, files } of finishedRunsOf(store.study(studyId))) {
      done.set(run, { studyId, jobNumber, run, attempt, files });
    }
    const isWaitedFor = isOpen && !(await isOverdue(folder, studyId, done.size, now()));
    for (const one of awaited) {
      const from = done.get(one.awaits.run);
      const outcome = from && (await take(one.run, from));
      if (outcome !== undefined) taken.push(outcome);
      else if (from === undefined && isWaitedFor) left.push(one);
      else rest.push(one);
    }
  }
  return { taken, rest, left };
}

/** Whether a study has ended no further run for too long; remembers how far it was. */
async function isOverdue(
  folder: DocumentFolder,
  studyId: string,
  done: number,
  now: Date,
): Promise<boolean> {
  const known = (await folder.find(layout.awaited)) ?? {};
  const before = known[studyId];
  if (before?.done === done) return now.getTime() - Date.parse(before.since) > patienceMs;
  await folder.write(layout.awaited, { ...known, [studyId]: { done, since: now.toISOString() } });
  return false;
}

async function keepTaken(folder: DocumentFolder, taken: readonly RunOutcome[]): Promise<void> {
  const before = (await findReusedOutcomes(folder)) ?? [];
  const outcomes = [...before, ...taken].sort((a, b) => a.run - b.run);
  await folder.write(layout.outcomes(reusedJobNumber), outcomes);
}
