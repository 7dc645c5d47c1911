/** Whether the platform's own records agree with the study's: jobs, their submits and times, runs, files, clusters. */
import { collect, hoursHeld, NotFoundError, type PlatformClient } from '../platform-api/index.ts';
import { differingInput } from '../run/compare-inputs.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import { readJobHours, searchTag, specRuns } from '../store/index.ts';
import { rowOfRun } from '../study/row-of-run.ts';
import { auditExecutions } from './audit-executions.ts';
import { auditFindings } from './audit-findings.ts';
import { auditGoneJob, auditJobsBeside } from './audit-gone-jobs.ts';
import { auditPlatformFiles } from './audit-platform-files.ts';
import type { AuditBook } from './audit-report.ts';
import { jobWords, type StudyRecords } from './audited-study.ts';
import { groupBy } from './group-by.ts';
import { readLocalLedger } from './local-ledger.ts';

/** What differs by less is a matter of rounding, h. */
const sameHours = 1e-6;

const pageSize = 1_000;

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
  const local = await readLocalLedger(platform, records, signal);
  const shown = await auditStrangers(platform, records, book, signal);
  const byJob = groupBy(records.attempts.flat(), ({ jobNumber }) => jobNumber);
  for (const [jobNumber, jobId] of records.jobIds) {
    const subject = jobWords(jobNumber, jobId);
    const job = { jobNumber, jobId, subject, outcomes: byJob.get(jobNumber) ?? [] };
    try {
      await auditJob(platform, records, job, isDeep, book, signal);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      await auditGoneJob(records, job, local?.get(jobId), book);
    }
  }
  await auditJobsBeside(platform, records, { shown, local }, book, signal);
  if (local !== undefined) auditExecutions(local, records, shown, book);
}

/** A job with the study's mark that none of its records has: what it ran was paid for beside the study. @returns ids of those */
async function auditStrangers(
  platform: PlatformClient,
  { studyId, jobIds }: StudyRecords,
  book: AuditBook,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const tag = searchTag(studyId);
  const known = new Set(jobIds.values());
  const shown = new Set<string>();
  for await (const { id, name } of platform.jobs.list({ q: tag, signal, pageSize })) {
    if (known.has(id) || !name.split(' ').includes(tag)) continue;
    const history = await collect(platform.jobs.statuses(id, { signal })).catch(
      (error: unknown) => {
        // Deleted since it was listed.
        if (error instanceof NotFoundError) return undefined;
        throw error;
      },
    );
    if (history === undefined) continue;
    shown.add(id);
    const subject = `job ${id}`;
    if (history.length === 0) {
      book.note(
        `${subject} carries the study's mark and was never submitted: no cost, may be deleted`,
      );
      continue;
    }
    book.tell(
      'paid-twice',
      subject,
      `carries the study's mark, was submitted (${history.length} statuses, the first ${history.at(-1)?.status ?? ''}), and is no job of the study's records`,
    );
  }
  return shown;
}

async function auditJob(
  platform: PlatformClient,
  records: StudyRecords,
  job: AuditedJob,
  isDeep: boolean,
  book: AuditBook,
  signal: AbortSignal,
): Promise<void> {
  const { folder, specs, collected } = records;
  const { jobNumber, jobId, subject, outcomes } = job;
  const spec = specs.get(jobNumber);
  const { name, expectedRuns } = await platform.jobs.get(jobId, { signal });
  if (spec !== undefined && name !== spec.jobName) {
    book.tell('contradiction', subject, `is named "${name}" there, expected "${spec.jobName}"`);
  }
  if (
    typeof expectedRuns === 'number' &&
    spec !== undefined &&
    expectedRuns !== spec.expectedRuns
  ) {
    book.tell(
      'contradiction',
      subject,
      `plans ${expectedRuns} runs, expected ${spec.expectedRuns}`,
    );
  }
  const history = await collect(platform.jobs.statuses(jobId, { signal }));
  if (history.length === 0 && outcomes.some(({ startedAt }) => startedAt !== undefined)) {
    book.tell('contradiction', subject, 'has runs that began, but the platform shows no submit');
  }
  const isRebuilt = history.some(({ statusReason }) => /^Rebuilt from /u.test(statusReason ?? ''));
  if (isRebuilt) {
    book.noteUnseen(
      `${subject}: the platform lost its records and rebuilt them, without the times of its states: its hours could not be compared`,
    );
  } else if (collected.has(jobNumber)) {
    const kept = (await book.guard(() => readJobHours(folder, jobNumber))) ?? 0;
    const held = hoursHeld(history, undefined, records.hourMs);
    if (Math.abs(held - kept) > sameHours) {
      book.tell(
        'contradiction',
        subject,
        `held its hardware for ${held} h by the platform's history, the study's cost counts ${kept} h`,
      );
    }
  }
  await auditRuns(platform, records, job, book, signal);
  await auditPlatformFiles(platform, job, isDeep, book, signal);
  await auditFindings(platform, folder, job, book, signal);
}

/** Each run's own record: what it was given, and when it began and ended. */
async function auditRuns(
  platform: PlatformClient,
  { specs, at, ended }: StudyRecords,
  { jobNumber, jobId, subject, outcomes }: AuditedJob,
  book: AuditBook,
  signal: AbortSignal,
): Promise<void> {
  const served = await platform.jobs.runs(jobId, { signal, pageSize });
  if (served === undefined) {
    book.note('the platform does not serve its records of runs: what they say was not checked');
    return;
  }
  const byNumber = new Map(outcomes.map((outcome) => [outcome.platformRun, outcome]));
  const spec = specs.get(jobNumber);
  const planned = new Map(
    spec === undefined ? [] : specRuns(spec).map(({ platformRun, run }) => [platformRun, run]),
  );
  const { plan } = await at(spec?.revision);
  const unserved = new Map(
    outcomes
      .filter(({ startedAt }) => startedAt !== undefined)
      .map(({ platformRun, run, startedAt }) => [platformRun, { run, startedAt }]),
  );
  for await (const { id, variables, dateStarted, dateCompleted } of served) {
    const run = planned.get(Number(id));
    unserved.delete(Number(id));
    if (run === undefined) {
      book.tell(
        'not-accounted',
        subject,
        `has a run ${id} on the platform that it was not made for`,
      );
      continue;
    }
    const told = variables.flatMap(({ name, value, displayValue }) => {
      const text = displayValue ?? value;
      return text == null ? [] : [[name, String(text)] as const];
    });
    const values = Object.fromEntries(told);
    const differing = differingInput(
      { names: plan.columns, values: rowOfRun(plan, run) },
      { values, source: "the platform's record", isComplete: false, isDisplay: true },
    );
    const outcome = byNumber.get(Number(id));
    if (differing !== undefined && outcome?.status === 'Done') {
      book.tell('contradiction', `run ${run} in ${subject}`, differing);
    }
    if (outcome === undefined) {
      if (ended && dateStarted != null) {
        book.tell(
          'missing',
          `run ${run} in ${subject}`,
          `began at ${dateStarted} by the platform, and what became of it is not in the records`,
        );
      }
      continue;
    }
    for (const [what, kept, found] of [
      ['began', outcome.startedAt, dateStarted],
      ['ended', outcome.endedAt, dateCompleted],
    ] as const) {
      if (kept === undefined || found == null || Date.parse(kept) === Date.parse(found)) continue;
      const times = `${what} at ${found} by the platform, at ${kept} by its outcome`;
      // A run that is restarted after its machine was lost has a later time than when it was judged.
      book.tell('contradiction', `run ${run} in ${subject}`, times);
    }
  }
  for (const { run, startedAt } of unserved.values()) {
    const found = `began at ${startedAt} by its outcome, and the platform has no record of it`;
    book.tell('contradiction', `run ${run} in ${subject}`, found);
  }
}
