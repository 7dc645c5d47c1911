import { createHash } from 'node:crypto';
import type { PlatformContext } from '../context.ts';
import { insertOutput } from '../database/file-store.ts';
import { changeJob, findJob, type JobChange } from '../database/job-store.ts';
import { appendToLedger } from '../database/ledger.ts';
import { markRunEnded, markRunStarted } from '../database/run-store.ts';
import { jobFolder } from '../job-folder.ts';
import type { JobEndCause, JournalLine } from '../protocol.ts';
import { readLinesBefore, readLinesFrom } from './journal-text.ts';
import { parseJournalLine } from './parse-journal-line.ts';

type EndedLine = Extract<JournalLine, { kind: 'ended' }>;

/** What one look at a journal found. */
export interface JournalNews {
  /** How the job ended, once it did: said at every look from then on. */
  readonly closed: JobEndCause | undefined;
  /** There may be more to read, of which no runner tells again. */
  readonly more: boolean;
}

/**
 * Takes the new lines of a job's journal into the database, rows and reading position in one commit: each line counts exactly
 * once, whoever is killed when. Only the end is said again where nothing is new: its line may have been taken in by a server that
 * was killed before the job was Completed, and no runner tells it twice.
 */
export async function readJournal(context: PlatformContext, jobId: string): Promise<JournalNews> {
  const job = findJob(context.database, jobId);
  if (job === undefined) return { closed: 'shutdown', more: false };
  const { journal } = jobFolder(context.dataFolder, jobId);
  const { lines: texts, length, more } = readLinesFrom(journal, job.journalOffset);
  if (length === 0) return { closed: endTakenBefore(journal, job.journalOffset), more: false };
  const lines = texts.map(parseJournalLine);
  let closed: JobEndCause | undefined;
  await context.database.write(() => {
    const tally = {
      seq: job.outputCount + Number(outputsDeleted(context, jobId)),
      count: job.outputCount,
      bytes: job.outputBytes,
      failed: job.failedRuns,
    };
    for (const line of lines) {
      if (line === undefined) noteUnreadable(context, jobId);
      else if (line.kind === 'closed') closed = line.how;
      else takeLine(context, jobId, line, tally);
    }
    const change: JobChange = {
      journal_offset: job.journalOffset + length,
      failed_runs: tally.failed,
      output_count: tally.count,
      output_bytes: tally.bytes,
    };
    changeJob(context.database, jobId, change);
    if (closed === 'shutdown') dropOutputs(context, jobId);
  });
  return { closed, more };
}

function endTakenBefore(journal: string, position: number): JobEndCause | undefined {
  const ends = readLinesBefore(journal, position).map(parseJournalLine);
  return ends.find((line) => line?.kind === 'closed')?.how;
}

/** The job's owner is told; what else the journal says counts. */
function noteUnreadable(context: PlatformContext, jobId: string): void {
  context.database.run(
    'INSERT INTO logs (job_id, at, level, message, source) VALUES (?, ?, ?, ?, ?)',
    ...[
      jobId,
      context.now(),
      'ERROR',
      'A line of the journal of this job was not written by the runner',
      'runner',
    ],
  );
}

function outputsDeleted(context: PlatformContext, jobId: string): unknown {
  return context.database.get('SELECT outputs_deleted FROM jobs WHERE id = ?', jobId)?.[
    'outputs_deleted'
  ];
}

interface Tally {
  seq: number;
  count: number;
  bytes: number;
  failed: number;
}

function takeLine(context: PlatformContext, jobId: string, line: JournalLine, tally: Tally): void {
  const { database } = context;
  switch (line.kind) {
    case 'started':
      markRunStarted(database, jobId, line.run, line.at);
      appendToLedger(
        database,
        ...([line.at, line.attempt > 1 ? 'run restarted' : 'run started', jobId] as const),
        ...([{ attempt: line.attempt, slot: line.slot }, line.run] as const),
      );
      break;
    case 'lost':
      appendToLedger(database, line.at, 'run lost', jobId, { attempt: line.attempt }, line.run);
      break;
    case 'ended':
      takeEnd(context, jobId, line, tally);
      break;
    case 'fault':
      context.faults.noteFiring(line.rule, jobId, line.run);
      break;
  }
}

function takeEnd(context: PlatformContext, jobId: string, line: EndedLine, tally: Tally): void {
  const { database } = context;
  let bytes = 0;
  for (const { path, size, md5, sha512 } of line.files) {
    tally.seq += 1;
    bytes += size;
    const id = outputId(jobId, line.run, path);
    insertOutput(
      database,
      {
        ...{ id, name: path.slice(path.lastIndexOf('/') + 1), typeId: 5, size, md5, sha512 },
        storedPath: `jobs/${jobId}/runs/${line.run}/work/${path}`,
        ...{ uploadedAt: line.at, jobId, run: line.run, relativePath: path },
      },
      tally.seq,
    );
  }
  markRunEnded(database, jobId, {
    ...{ run: line.run, inputs: {}, outputs: line.outputs, how: line.end },
    ...{ startedAt: line.startedAt, endedAt: line.at, exitCode: line.exitCode },
    ...{ fileCount: line.files.length, fileBytes: bytes },
  });
  tally.count += line.files.length;
  tally.bytes += bytes;
  const failed = line.end !== 'exited' || line.exitCode !== 0;
  if (failed) {
    tally.failed += 1;
    const code = line.exitCode === null ? '' : ` with exit code ${line.exitCode}`;
    const detail = line.message === '' ? `${line.end}${code}` : `${line.end}: ${line.message}`;
    database.run(
      'INSERT INTO logs (job_id, at, level, message, source) VALUES (?, ?, ?, ?, ?)',
      ...[jobId, line.at, 'ERROR', `Run ${line.run} ${detail}`, `run${line.run}`],
    );
  }
  const detail = { attempt: line.attempt, end: line.end, exitCode: line.exitCode };
  appendToLedger(database, line.at, 'run ended', jobId, detail, line.run);
}

/** The same for the same file, so that an index rebuilt from the folders names it as before. */
function outputId(jobId: string, run: number, path: string): string {
  const digest = createHash('sha256').update(`${jobId}/${run}/${path}`).digest('hex');
  return BigInt(`0x${digest.slice(0, 20)}`)
    .toString(36)
    .padStart(16, '0');
}

function dropOutputs(context: PlatformContext, jobId: string): void {
  context.database.run('UPDATE files SET is_deleted = 1 WHERE job_id = ?', jobId);
  context.database.run(
    `UPDATE jobs SET outputs_deleted = outputs_deleted + output_count, output_count = 0,
       output_bytes = 0 WHERE id = ?`,
    jobId,
  );
}
