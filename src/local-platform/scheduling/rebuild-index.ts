import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformContext } from '../context.ts';
import { type FileRow, insertUpload } from '../database/file-store.ts';
import { changeJob, insertJob } from '../database/job-store.ts';
import { appendToLedger } from '../database/ledger.ts';
import { insertRun } from '../database/run-store.ts';
import { appendStatus } from '../database/status-history.ts';
import { jobFolder, type JobFolder } from '../job-folder.ts';
import type { JobRecord } from '../job-record.ts';
import type { RunLine } from '../protocol.ts';
import { readLines } from '../read-lines.ts';

/** `record.json` of a job's folder: what the database knew of the job when it was staged. */
export interface StagedRecord {
  readonly createdAt: number;
  readonly inputBytes: number;
  readonly record: JobRecord;
  /** The uploads that it refers to. */
  readonly files: readonly FileRow[];
}

/** Runs whose rows are made in one commit. */
const runsPerWrite = 1000;

/**
 * Rebuilds the rows of jobs that have a folder but are unknown to the database, as after the database's file was lost: record,
 * uploads and runs from the folder, and then, since such a job counts as executing, starts, ends and outputs from its journal, on the
 * usual way. What only the database held stays lost: jobs that were never started, clusters, histories, custom fields, tags, comments
 * and shares.
 *
 * @returns the ids of these jobs, oldest first.
 */
export async function rebuildIndex(context: PlatformContext): Promise<readonly string[]> {
  const { database, dataFolder } = context;
  const lost = readdirSync(join(dataFolder, 'jobs'))
    .map((id) => ({ id, folder: jobFolder(dataFolder, id) }))
    .filter(({ id }) => database.get('SELECT 1 FROM jobs WHERE id = ?', id) === undefined)
    .filter(({ folder }) => existsSync(folder.spec) && existsSync(folder.record))
    .map(({ id, folder }) => ({ id, folder, staged: readStaged(folder) }))
    .sort((a, b) => a.staged.createdAt - b.staged.createdAt);
  for (const { id, folder, staged } of lost) await rebuildJob(context, id, folder, staged);
  return lost.map(({ id }) => id);
}

function readStaged(folder: JobFolder): StagedRecord {
  return JSON.parse(readFileSync(folder.record, 'utf8')) as StagedRecord;
}

/** Runs first and the job last, so that a job cut by a kill in between is rebuilt again. */
async function rebuildJob(
  context: PlatformContext,
  id: string,
  folder: JobFolder,
  { createdAt, inputBytes, record, files }: StagedRecord,
): Promise<void> {
  const { database } = context;
  let made = 0;
  for (const lines of inGroups(readLines(folder.runLines), runsPerWrite)) {
    const runs = lines.map((line) => JSON.parse(line) as RunLine);
    await database.write(() => {
      for (const { run, values } of runs) insertRun(database, id, run, values);
    });
    made += runs.length;
  }
  await database.write(() => {
    const at = context.now();
    for (const file of files) {
      const isKnown = database.get('SELECT 1 FROM files WHERE id = ?', file.id) !== undefined;
      const isThere = existsSync(join(context.dataFolder, file.storedPath));
      if (!isKnown && isThere) insertUpload(database, file);
    }
    insertJob(database, id, record, createdAt, inputBytes);
    changeJob(database, id, {
      ...{ status: 'Executing', cluster_status: 'Started', executing_since: at, runs_made: made },
    });
    appendStatus(database, `job:${id}`, 'Executing', at, 'Rebuilt from the folder of the job');
    appendStatus(database, `job-cluster:${id}`, 'Started', at);
    appendToLedger(database, at, 'job rebuilt', id, { name: record.name, runs: made });
  });
}

function* inGroups<T>(items: Iterable<T>, size: number): Generator<readonly T[]> {
  let group: T[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
