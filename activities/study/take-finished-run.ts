/**
 * Takes a finished run of another study over: its files are copied while their hashes are compared, and this study's outputs are read from the copies. Only
 * what is taken comes into the run's folder.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { ResultError } from '../../src/errors.ts';
import { extractOutputs } from '../../src/extract/index.ts';
import { describeReadAnew } from '../../src/run/done-message.ts';
import { firstRevision } from '../../src/run/first-revision.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import {
  createPackReader,
  hashOfFileHashes,
  layout,
  reusedJobNumber,
  type DocumentFolder,
  type Store,
  type TakenRun,
} from '../../src/store/index.ts';
import { rowOfRun } from '../../src/study/row-of-run.ts';
import type { JudgedStudy } from '../judged-study.ts';
import type { CachedStudy } from '../study-cache.ts';
import { copyFiles, moveFiles, type RunSource } from './copy-run-files.ts';

/** What became of it: the outcome, or why what is kept of the finished run can't stand for one of this study. */
export type Taking = { readonly outcome: RunOutcome } | { readonly refused: string };

/** Takes `from` over as run `run`. */
export type Taker = (run: number, from: TakenRun['from']) => Promise<Taking>;

/** The one attempt of a run that isn't run. */
const attempt = 1;

/** A taker for the runs of one study, whose folder is `folder`. @param revision the one by which the runs are what they are */
export function createTaker(
  store: Store,
  folder: DocumentFolder,
  cached: JudgedStudy,
  revision: number = firstRevision,
): Taker {
  const outcomeOf = createSourceReader(store);
  const sources = new Map<string, RunSource>();
  const sourceOf = (studyId: string): RunSource => {
    const of = store.study(studyId);
    const found = sources.get(studyId) ?? { source: of, packs: createPackReader(of) };
    sources.set(studyId, found);
    return found;
  };
  return async (run, from) => {
    const source = await outcomeOf(from);
    if (source?.files === undefined || hashOfFileHashes(source.files) !== from.files)
      return { refused: 'its record is gone or was changed' };
    const tried = await folder.workspace(layout.takenFiles(randomUUID()));
    try {
      const fault = await copyFiles(sourceOf(from.studyId), source, tried);
      if (fault !== undefined) return { refused: fault };
      const given = await readValues(cached, run, tried.directory);
      if ('refused' in given) return given;
      await moveFiles(
        Object.keys(source.files),
        tried,
        await folder.workspace(layout.runFiles(run, attempt)),
      );
      const message = describeReadAnew(source, given.unreadable);
      return {
        outcome: {
          ...{ run, attempt, jobNumber: reusedJobNumber, status: 'Done', values: given.values },
          files: source.files,
          ...(revision === firstRevision ? {} : { revision }),
          ...(cached.judgedWith === undefined ? {} : { judgedWith: cached.judgedWith }),
          ...(message === undefined ? {} : { message }),
          reusedFrom: { studyId: from.studyId, run: from.run, attempt: from.attempt },
        },
      };
    } finally {
      await rm(tried.directory, { recursive: true, force: true });
    }
  };
}

/** Reads outcomes of finished runs; a job's are read once, as its runs come one after the other. */
function createSourceReader(
  store: Store,
): (from: TakenRun['from']) => Promise<RunOutcome | undefined> {
  const read = new Map<string, Promise<ReadonlyMap<string, RunOutcome>>>();
  return async ({ studyId, jobNumber, run, attempt }) => {
    const job = JSON.stringify([studyId, jobNumber]);
    const outcomes = read.get(job) ?? readDone(store.study(studyId), jobNumber);
    read.set(job, outcomes);
    return (await outcomes).get(`${run}/${attempt}`);
  };
}

async function readDone(
  folder: DocumentFolder,
  jobNumber: number,
): Promise<ReadonlyMap<string, RunOutcome>> {
  try {
    const outcomes = (await folder.find(layout.outcomes(jobNumber))) ?? [];
    const done = outcomes.filter(({ status }) => status === 'Done');
    return new Map(done.map((outcome) => [`${outcome.run}/${outcome.attempt}`, outcome]));
  } catch (error) {
    if (error instanceof ResultError) return new Map();
    throw error;
  }
}

/** What this study reads from the files, or which required output, constraint or objective has no value. */
async function readValues(
  { study, plan, judges }: CachedStudy,
  run: number,
  folder: string,
): Promise<
  | { readonly refused: string }
  | (Pick<RunOutcome, 'values'> & { readonly unreadable: Readonly<Record<string, string>> })
> {
  const given = await extractOutputs(study, { folder, postProcess: undefined });
  if (given.failure !== undefined) return lacking(given.failure.message);
  const row = rowOfRun(plan, run);
  const inputs = Object.fromEntries(plan.columns.map((name, index) => [name, row[index] ?? '']));
  const judged = judges.judge({ ...inputs, ...given.values });
  if (judged.failed.length > 0) return lacking(judged.failed.join(', '));
  const values = Object.fromEntries(
    Object.entries(judged.values).filter(([name]) => !plan.columns.includes(name)),
  );
  return { values, unreadable: given.unreadable };
}

function lacking(what: string): { readonly refused: string } {
  return { refused: `it lacks an output that this study reads: ${what}` };
}
