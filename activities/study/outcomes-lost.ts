/** Whether the store has all outcomes that a study's workflow has counted: an older copy of it would end the study with fewer. */
import type { AnalyseStudyInput } from '../../src/run/activity-contract.ts';
import { countLatest } from '../../src/run/count-outcomes.ts';
import type { OutcomeChange } from '../../src/run/messages.ts';
import { mergeOutcomes, type RunOutcome } from '../../src/run/run-outcome.ts';
import {
  keepOutcomes,
  layout,
  olderStore,
  readStudyOutcomes,
  wasRestored,
} from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { outcomesAtHand } from '../outcomes-at-hand.ts';
import { collectLost } from './collect-lost.ts';

const namedAtMost = 5;

/** What a study ends with. */
export interface OutcomesAtEnd {
  readonly attempts: readonly (readonly RunOutcome[])[];
  /** What a reader is told of outcomes that the store had lost. */
  readonly notes: readonly string[];
  /** Counts by what the store has, where that is fewer than the study heard of. */
  readonly left?: OutcomeChange;
}

/**
 * The outcomes of all jobs. Those that the store has lost for good, as a person said, are collected anew where the platform has their jobs; a job that can't
 * be had is left with no outcome, so that `doeflow retry` runs its runs again.
 * @throws StorageError STORAGE_OLDER, which heals, where nobody has said that
 */
export async function readOutcomesAtEnd(
  dependencies: ActivityDependencies,
  input: AnalyseStudyInput,
  run: ActivityRun,
): Promise<OutcomesAtEnd> {
  const { store, studyCache } = dependencies;
  const { studyId, lastJobNumber, done } = input;
  const folder = store.study(studyId);
  const read = (): Promise<OutcomesAtEnd['attempts']> =>
    readStudyOutcomes(folder, lastJobNumber, outcomesAtHand(store, studyId));
  const attempts = await read();
  const before = countDone(attempts);
  // Of a study that an earlier version closes it isn't known.
  if (done === undefined || before >= done) return { attempts, notes: [] };
  const empty = await jobsWithout(dependencies, input);
  if (empty.length === 0) return { attempts, notes: [] };
  if (!(await wasRestored(store))) {
    throw olderStore(
      `the outcomes of ${nameJobs(empty)} of study ${studyId}: ${done} runs were done, and it has ${before} of them`,
    );
  }
  const lost: number[] = [];
  for (const job of empty) if (!(await folder.has(layout.outcomes(job)))) lost.push(job);
  const missing = await collectLost(dependencies, studyId, lost, run);
  const found = lost.filter((jobNumber) => !missing.has(jobNumber));
  const now = found.length === 0 ? attempts : await read();
  const kept = countDone(now);
  const notes =
    found.length === 0
      ? []
      : [`The store is an older copy: ${nameJobs(found)} had to be collected anew`];
  if (kept >= done) return { attempts: now, notes };
  for (const jobNumber of missing.keys()) {
    if (await folder.has(layout.jobSpec(jobNumber))) await keepOutcomes(folder, jobNumber, []);
  }
  const without = empty.filter((jobNumber) => !found.includes(jobNumber));
  return {
    attempts: now,
    notes: [...notes, noteMissing(studyId, { done, kept, without, missing })],
    left: countLatest(now, (await studyCache.get(studyId)).plan.runCount),
  };
}

function noteMissing(
  studyId: string,
  {
    done,
    kept,
    without,
    missing,
  }: {
    readonly done: number;
    readonly kept: number;
    readonly without: readonly number[];
    readonly missing: ReadonlyMap<number, string>;
  },
): string {
  const [why] = missing.values();
  const of = without.length === 0 ? '' : `: the results of ${nameJobs(without)} are missing`;
  const reason = why === undefined ? '' : ` (${why})`;
  return `The store is an older copy: of ${done} runs that were done it has ${kept}${of}${reason}. doeflow verify ${studyId} shows what the platform has of them; doeflow retry ${studyId} --failed runs them again, which is paid for again`;
}

/** Jobs that were begun, and whose whole outcomes the store has not, or has as none at all. */
async function jobsWithout(
  { store, studyCache }: Pick<ActivityDependencies, 'store' | 'studyCache'>,
  { studyId, lastJobNumber, nextPlanned, withdrawn = [] }: AnalyseStudyInput,
): Promise<readonly number[]> {
  const folder = store.study(studyId);
  const planned = (await studyCache.get(studyId)).plan.jobs.length;
  const without: number[] = [];
  for (let jobNumber = 1; jobNumber <= lastJobNumber; jobNumber += 1) {
    const wasBegun = jobNumber < nextPlanned || jobNumber > planned;
    if (!wasBegun || withdrawn.includes(jobNumber)) continue;
    const kept = await folder.find(layout.outcomes(jobNumber));
    if (kept === undefined || kept.length === 0) without.push(jobNumber);
  }
  return without;
}

function countDone(attempts: OutcomesAtEnd['attempts']): number {
  return [...mergeOutcomes(attempts).values()].filter(({ status }) => status === 'Done').length;
}

function nameJobs(numbers: readonly number[]): string {
  const named = `${numbers.slice(0, namedAtMost).join(', ')}${numbers.length > namedAtMost ? `, … (${numbers.length})` : ''}`;
  return `${numbers.length === 1 ? 'job' : 'jobs'} ${named}`;
}
