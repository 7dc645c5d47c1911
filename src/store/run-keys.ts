/** The finished runs of all studies, by what decides their results: each collected job leaves the keys of its runs in its study's folder. */
import { createHash } from 'node:crypto';
import type { RunOutcome } from '../run/run-outcome.ts';
import type { DocumentFolder } from '../objects/index.ts';
import { matchFinishedRuns } from '../study/match-finished-runs.ts';
import { layout, numberOfOutcomes } from './layout.ts';
import type { RunKey, TakenRun } from './schemas/run-keys.ts';
import type { StudyReader } from './store.ts';
import { unlessDamaged } from './unless-damaged.ts';

/** A finished run of a study. */
type FinishedRun = TakenRun['from'];

/**
 * Keeps the keys of a job's runs that are done and whose collected files have hashes. Comes before the outcomes, whose presence tells that the job is
 * collected.
 */
export async function keepRunKeys(
  folder: DocumentFolder,
  jobNumber: number,
  outcomes: readonly RunOutcome[],
  keyOf: ReadonlyMap<number, string>,
): Promise<void> {
  const keys = outcomes.flatMap((outcome): RunKey[] => {
    const { run, attempt, status, files } = outcome;
    const key = keyOf.get(run);
    if (status !== 'Done' || files === undefined || key === undefined) return [];
    return [{ run, attempt, key, files: hashOfFileHashes(files) }];
  });
  if (keys.length > 0) await folder.write(layout.runKeys(jobNumber), keys);
}

/** SHA-256 of the names and hashes of a run's collected files. */
export function hashOfFileHashes(files: Readonly<Record<string, string>>): string {
  const entries = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex');
}

/** What of the store's finished runs is asked for. */
export interface WantedRuns {
  /** Of the planned runs, in their order. */
  readonly keys: ReadonlyMap<number, string>;
  /** The study that asks, once it is in the store. */
  readonly besides?: string;
  /** Whether a finished run can't stand for one of these. */
  readonly isOut?: (finished: FinishedRun) => boolean;
}

/** A run of a study by one text, whichever of its attempts is meant. */
export function nameOfRun({
  studyId,
  run,
}: {
  readonly studyId: string;
  readonly run: number;
}): string {
  return JSON.stringify([studyId, run]);
}

/** An attempt of a run by one text. */
export function nameOfAttempt({
  studyId,
  run,
  attempt,
}: Pick<FinishedRun, 'studyId' | 'run' | 'attempt'>): string {
  return JSON.stringify([studyId, run, attempt]);
}

/**
 * Which finished run may stand for which planned one, in the order of the planned ones: of the newest study first, and of a study in the order of its runs.
 * What a study itself reused isn't among them, as that is told by where it came from. A study whose records can't be read is passed over.
 */
export async function chooseFinishedRuns(
  store: StudyReader,
  wanted: WantedRuns,
): Promise<readonly TakenRun[]> {
  const planned = [...wanted.keys].map(([run, key]) => ({ run, key }));
  return matchFinishedRuns(planned, await findFinishedRuns(store, wanted));
}

/** As many of each key as are wanted. */
async function findFinishedRuns(
  store: StudyReader,
  { keys, besides, isOut }: WantedRuns,
): Promise<ReadonlyMap<string, readonly FinishedRun[]>> {
  const missing = new Map<string, number>();
  for (const key of keys.values()) missing.set(key, (missing.get(key) ?? 0) + 1);
  const found = new Map<string, FinishedRun[]>();
  if (keys.size === 0) return found;
  for (const studyId of await newestFirst(store, besides)) {
    for await (const { key, ...rest } of finishedRunsOf(store.study(studyId))) {
      const left = missing.get(key);
      const finished = { studyId, ...rest };
      if (left === undefined || isOut?.(finished) === true) continue;
      found.set(key, [...(found.get(key) ?? []), finished]);
      if (left > 1) missing.set(key, left - 1);
      else missing.delete(key);
    }
    if (missing.size === 0) break;
  }
  return found;
}

/** The done runs of the collected jobs of a study, with their keys, in the order of the jobs. */
export async function* finishedRunsOf(
  folder: DocumentFolder,
): AsyncGenerator<Omit<FinishedRun, 'studyId'> & { readonly key: string }> {
  const { objects } = await folder.list(layout.allRunKeys);
  const jobNumbers = objects.flatMap((name) => numberOfOutcomes(name) ?? []);
  for (const jobNumber of jobNumbers.sort((a, b) => a - b)) {
    const keys = await unlessDamaged(() => folder.find(layout.runKeys(jobNumber)));
    if (keys === undefined || !(await folder.has(layout.outcomes(jobNumber)))) continue;
    for (const { run, attempt, key, files } of keys) yield { jobNumber, run, attempt, key, files };
  }
}

async function newestFirst(
  store: StudyReader,
  besides: string | undefined,
): Promise<readonly string[]> {
  const studies: { readonly studyId: string; readonly createdAt: string }[] = [];
  for (const studyId of await store.listStudies()) {
    if (studyId === besides) continue;
    const snapshot = await unlessDamaged(() => store.study(studyId).find(layout.snapshot));
    if (snapshot !== undefined) studies.push({ studyId, createdAt: snapshot.createdAt });
  }
  studies.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return studies.map(({ studyId }) => studyId);
}
