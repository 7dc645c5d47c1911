/** Whether the platform's own records agree with the study's: jobs, their submits and times, runs, files, clusters. */
import {
  collect,
  hoursHeld,
  isTerminalJobStatus,
  NotFoundError,
  type PlatformClient,
  type StatusEntry,
} from '../platform-api/index.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import { readJobHours, searchTag } from '../store/index.ts';
import { createAskPlatform, type AskPlatform } from './ask-platform.ts';
import { auditExecutions } from './audit-executions.ts';
import { auditFindings } from './audit-findings.ts';
import { auditGoneJob, auditJobsBeside } from './audit-gone-jobs.ts';
import { auditJobSettings } from './audit-job-settings.ts';
import { auditPlatformFiles } from './audit-platform-files.ts';
import { auditPlatformRuns } from './audit-platform-runs.ts';
import type { AuditBook } from './audit-report.ts';
import { jobWords, type StudyRecords } from './audited-study.ts';
import { groupBy } from './group-by.ts';
import { readLocalLedger } from './local-ledger.ts';
import { lookAgain } from './look-again.ts';

/** What differs by less is a matter of rounding, h. */
const sameHours = 1e-6;

const pageSize = 1_000;

/** How a platform is asked. */
interface PlatformQuestions {
  readonly platform: PlatformClient;
  readonly ask: AskPlatform;
  readonly signal: AbortSignal;
}

/** One job of the study, with what was judged of it. */
interface AuditedJob {
  readonly jobNumber: number;
  readonly jobId: string;
  readonly subject: string;
  readonly outcomes: readonly RunOutcome[];
}

/**
 * Asks the platform for all that it has of the study.
 * @param isDeep whether the contents of its copies of collected files are read
 * @throws PlatformError where it can't be asked
 */
export async function auditPlatform(
  platform: PlatformClient,
  records: StudyRecords,
  isDeep: boolean,
  book: AuditBook,
  signal: AbortSignal,
): Promise<void> {
  const ask = createAskPlatform(platform, book, signal);
  const local = await ask('the study', "the platform's own ledger", () =>
    readLocalLedger(platform, records, signal),
  );
  const questions = { platform, ask, signal };
  const shown = new Set<string>();
  await ask("jobs with the study's mark", 'their list', () =>
    auditStrangers(questions, records, shown, book),
  );
  const unserved: string[] = [];
  const byJob = groupBy(records.attempts.flat(), ({ jobNumber }) => jobNumber);
  for (const [jobNumber, jobId] of records.jobIds) {
    const subject = jobWords(jobNumber, jobId);
    const job = { jobNumber, jobId, subject, outcomes: byJob.get(jobNumber) ?? [] };
    const isGone = await ask(subject, 'its record', () => auditJob(questions, records, job, book));
    if (isGone === true) {
      await auditGoneJob(records, job, local?.get(jobId), book);
      continue;
    }
    await ask(subject, 'its history', () => auditHistory(questions, records, job, book));
    const isServed = await ask(subject, 'its runs', () =>
      auditPlatformRuns(platform, records, job, book, signal),
    );
    if (isServed === false) unserved.push(subject);
    await ask(subject, 'its files', async () => {
      const { study } = await records.at(records.specs.get(jobNumber)?.revision);
      const { collect: patterns } = study.job;
      const files = { ...job, collect: patterns };
      await auditPlatformFiles(platform, files, isDeep, { book, ask, signal });
    });
    await ask(subject, 'its fields', () =>
      auditFindings(platform, records.folder, job, book, signal),
    );
  }
  noteUnserved(unserved, records.jobIds.size, book);
  await auditJobsBeside(questions, records, { shown, local }, book);
  if (local !== undefined) auditExecutions(local, records, shown, book);
}

/** Runs of which the platform has no records to compare: of all jobs, as it keeps none, or of some. */
function noteUnserved(subjects: readonly string[], jobs: number, book: AuditBook): void {
  if (subjects.length === 0) return;
  if (subjects.length === jobs) {
    book.note('the platform does not serve its records of runs: what they say was not checked');
    return;
  }
  for (const subject of subjects) {
    book.noteUnseen(
      `not compared: ${subject}, its runs: the platform serves its records of those of other jobs, and not of these; ask for its support`,
    );
  }
}

/** A job with the study's mark that none of its records has: what it ran was paid for beside the study. @param shown is given the ids of those */
async function auditStrangers(
  { platform, ask, signal }: PlatformQuestions,
  { studyId, jobIds }: StudyRecords,
  shown: Set<string>,
  book: AuditBook,
): Promise<void> {
  const tag = searchTag(studyId);
  const known = new Set(jobIds.values());
  for await (const { id, name } of platform.jobs.list({ q: tag, signal, pageSize })) {
    if (known.has(id) || !name.split(' ').includes(tag)) continue;
    const subject = `job ${id}`;
    const history = await ask(subject, 'its history', () =>
      collect(platform.jobs.statuses(id, { signal })).catch((error: unknown) => {
        // Deleted since it was listed.
        if (error instanceof NotFoundError) return 'deleted' as const;
        throw error;
      }),
    );
    if (history === 'deleted') continue;
    shown.add(id);
    if (history === undefined) continue;
    if (history.length === 0) {
      book.note(
        `${subject} carries the study's mark and was never submitted: no cost so far. A home with a copy of this study may submit it yet: leave it there`,
      );
      continue;
    }
    book.tell(
      'paid-twice',
      subject,
      `carries the study's mark, was submitted (${history.length} statuses, the first ${history.at(-1)?.status ?? ''}), and is no job of the study's records`,
    );
  }
}

/** What the platform says of the job as a whole. @returns true where it shows it no longer */
async function auditJob(
  { platform, signal }: PlatformQuestions,
  records: StudyRecords,
  { jobNumber, jobId, subject }: AuditedJob,
  book: AuditBook,
): Promise<boolean> {
  const spec = records.specs.get(jobNumber);
  const found = await platform.jobs.get(jobId, { signal }).catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });
  if (found === undefined) return true;
  if (spec === undefined) return false;
  const { name, expectedRuns } = found;
  if (name !== spec.jobName) {
    book.tell('contradiction', subject, `is named "${name}" there, expected "${spec.jobName}"`);
  }
  if (typeof expectedRuns === 'number' && expectedRuns !== spec.expectedRuns) {
    const plans = `plans ${expectedRuns} runs, expected ${spec.expectedRuns}`;
    book.tell('contradiction', subject, plans);
  }
  await auditJobSettings(records, spec, found, subject, book);
  return false;
}

/** How long it held its hardware, which is what its cost is made of. */
async function auditHistory(
  { platform, signal }: PlatformQuestions,
  { folder, collected, hourMs }: StudyRecords,
  { jobNumber, jobId, subject, outcomes }: AuditedJob,
  book: AuditBook,
): Promise<void> {
  const history: StatusEntry[] = [];
  const hasEnd = (): boolean => history.some(({ status }) => isTerminalJobStatus(status));
  const entries = lookAgain(
    () => platform.jobs.statuses(jobId, { signal }),
    (entry) => JSON.stringify(entry),
    () => collected.has(jobNumber) && !hasEnd(),
    signal,
  );
  for await (const entry of entries) history.push(entry);
  if (history.length === 0 && outcomes.some(({ startedAt }) => startedAt !== undefined)) {
    book.tell('contradiction', subject, 'has runs that began, but the platform shows no submit');
  }
  const isRebuilt = history.some(({ statusReason }) => /^Rebuilt from /u.test(statusReason ?? ''));
  if (isRebuilt) {
    book.noteUnseen(
      `${subject}: the platform lost its records and rebuilt them, without the times of its states: its hours could not be compared`,
    );
    return;
  }
  if (!collected.has(jobNumber)) return;
  if (history.length > 0 && !hasEnd()) {
    book.noteUnseen(
      `${subject}: the platform's history tells of no end: its hours could not be compared`,
    );
    return;
  }
  const kept = (await book.guard(() => readJobHours(folder, jobNumber))) ?? 0;
  const held = hoursHeld(history, undefined, hourMs);
  if (Math.abs(held - kept) <= sameHours) return;
  book.tell(
    'contradiction',
    subject,
    `held its hardware for ${held} h by the platform's history, the study's cost counts ${kept} h`,
  );
}
