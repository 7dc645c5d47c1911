/** Takes a finished run of another study over: its files are copied while their hashes are compared, and this study's outputs are read from the copies. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ResultError } from '../../src/errors.ts';
import { extractOutputs } from '../../src/extract/index.ts';
import { describeReadAnew } from '../../src/run/done-message.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import {
  hashOfFileHashes,
  layout,
  reusedJobNumber,
  safeJoin,
  type DocumentFolder,
  type Store,
  type TakenRun,
} from '../../src/store/index.ts';
import { rowOfRun } from '../../src/study/row-of-run.ts';
import type { CachedStudy } from '../study-cache.ts';

/** Takes `from` over as run `run`; undefined where what is kept of it isn't what was collected, or doesn't give what this study reads. */
export type Taker = (run: number, from: TakenRun['from']) => Promise<RunOutcome | undefined>;

/** The one attempt of a run that isn't run. */
const attempt = 1;

/** A taker for the runs of one study, whose folder is `folder`. */
export function createTaker(store: Store, folder: DocumentFolder, cached: CachedStudy): Taker {
  const outcomeOf = createSourceReader(store);
  return async (run, from) => {
    const source = await outcomeOf(from);
    if (source?.files === undefined || hashOfFileHashes(source.files) !== from.files)
      return undefined;
    const kept = await folder.workspace(layout.runFiles(run, attempt));
    const files = layout.runFiles(from.run, from.attempt);
    for (const [path, md5] of Object.entries(source.files)) {
      const target = await safeJoin(kept.directory, path, 'unnamed');
      const copied = await copyFile(store.study(from.studyId), files.file(path), target);
      if (copied !== md5) return undefined;
    }
    const given = await readValues(cached, run, kept.directory);
    if (given === undefined) return undefined;
    await kept.publish();
    const { values, unreadable } = given;
    const message = describeReadAnew(source, unreadable);
    return {
      ...{ run, attempt, jobNumber: reusedJobNumber, status: 'Done', values },
      files: source.files,
      ...(message === undefined ? {} : { message }),
      reusedFrom: { studyId: from.studyId, run: from.run, attempt: from.attempt },
    };
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

/** @returns the MD5 of what was copied; undefined for a file that isn't there */
async function copyFile(
  source: DocumentFolder,
  object: { readonly name: string },
  target: string,
): Promise<string | undefined> {
  if (!(await source.has(object))) return undefined;
  const hash = createHash('md5');
  await pipeline(
    await source.readStream(object),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(target),
  );
  return hash.digest('hex');
}

/** Undefined where a required output, a constraint or an objective has no value. */
async function readValues(
  { study, plan, judges }: CachedStudy,
  run: number,
  folder: string,
): Promise<
  (Pick<RunOutcome, 'values'> & { unreadable: Readonly<Record<string, string>> }) | undefined
> {
  const given = await extractOutputs(study, { folder, postProcess: undefined });
  if (given.failure !== undefined) return undefined;
  const row = rowOfRun(plan, run);
  const inputs = Object.fromEntries(plan.columns.map((name, index) => [name, row[index] ?? '']));
  const judged = judges.judge({ ...inputs, ...given.values });
  if (judged.failed.length > 0) return undefined;
  const values = Object.fromEntries(
    Object.entries(judged.values).filter(([name]) => !plan.columns.includes(name)),
  );
  return { values, unreadable: given.unreadable };
}
