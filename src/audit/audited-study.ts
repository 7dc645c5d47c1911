/** What is read of a study once, for all parts of its audit. */
import type { RunOutcome } from '../run/run-outcome.ts';
import type { AskedAgain } from '../run/not-done-anew.ts';
import {
  layout,
  numberOfOutcomes,
  numberOfPlatformJob,
  jobsWithOutcomes,
  readAskedAgain,
  readOutcomesOfJob,
  readStudyEnd,
  type DocumentFolder,
  type JobSpec,
  type LedgerEntry,
  type StudyEnd,
} from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';
import type { Plan } from '../study/plan.ts';
import type { Study } from '../study/study.ts';

/** A study file and the plan that it makes. */
export interface PlannedStudy {
  readonly study: Study;
  readonly plan: Plan;
}

/** A study whose records can be audited, whether it can be planned from them or not. */
export interface KeptStudy {
  readonly folder: DocumentFolder;
  /** Whether its end is known. */
  readonly ended: boolean;
  /** Place of the copy of the results that the study's owner was given; undefined where there is none. */
  readonly resultsDir: string | undefined;
}

/** A study to be audited. */
export interface StudyToAudit extends KeptStudy, PlannedStudy {
  readonly studyId: string;
  /** Of the engine that audits: another one may compute other statistics of the same runs. */
  readonly engineVersion: string;
  /** How long an hour of walltime lasts, in milliseconds; absent: an hour. */
  readonly hourMs?: number;
  /** Study and plan as runs with this revision of the study's files had them. */
  at(revision: number | undefined): Promise<PlannedStudy>;
}

/** The records of a study. */
export interface KeptRecords extends KeptStudy {
  /** As it was when the reading of the records began. */
  readonly end: StudyEnd;
  readonly specs: ReadonlyMap<number, JobSpec>;
  /** Ids of the platform's jobs by number. */
  readonly jobIds: ReadonlyMap<number, string>;
  /** Numbers of jobs that are collected. */
  readonly collected: ReadonlySet<number>;
  /** All attempts, in the order of the jobs. */
  readonly attempts: readonly (readonly RunOutcome[])[];
  /** Runs that had ended, and that their owner had run again by an amendment. */
  readonly askedAgain: AskedAgain;
  readonly ledger: readonly LedgerEntry[];
}

/** Those of a study that can be planned. */
export type StudyRecords = StudyToAudit & KeptRecords;

/** Reads the records of a study; those of jobs that are being made meanwhile may be missing, and those that are damaged are told. */
export async function readStudyRecords<Audited extends KeptStudy>(
  audited: Audited,
  book: AuditBook,
): Promise<Audited & KeptRecords> {
  const { folder } = audited;
  // Before all that its end writes.
  const end = (await book.guard(() => readStudyEnd(folder))) ?? 'over';
  // Before the jobs: what is in it has its records by then.
  const ledger = await readWholeLedger(folder, book);
  const outcomes = await folder.list(layout.allOutcomes);
  const attempts: (readonly RunOutcome[])[] = [];
  for (const jobNumber of await jobsWithOutcomes(folder)) {
    const found = await book.guard(() => readOutcomesOfJob(folder, jobNumber));
    if (found !== undefined) attempts.push(found);
  }
  const { objects } = await folder.list(layout.allJobs);
  const specs = new Map<number, JobSpec>();
  const jobIds = new Map<number, string>();
  for (const name of objects) {
    const [, number] = /^(\d+)\.json$/u.exec(name) ?? [];
    if (number !== undefined) {
      const spec = await book.guard(() => folder.read(layout.jobSpec(Number(number))));
      if (spec !== undefined) specs.set(Number(number), spec);
    }
    const job = numberOfPlatformJob(name);
    if (job === undefined) continue;
    const kept = await book.guard(() => folder.read(layout.platformJob(job)));
    if (kept !== undefined) jobIds.set(job, kept.jobId);
  }
  const collected = new Set(outcomes.objects.flatMap((name) => numberOfOutcomes(name) ?? []));
  const askedAgain = (await book.guard(() => readAskedAgain(folder))) ?? new Map<number, never>();
  return { ...audited, end, specs, jobIds, collected, attempts, askedAgain, ledger };
}

/** Its pages have numbers without a gap: one that is missing hides none of those after it. */
async function readWholeLedger(
  folder: DocumentFolder,
  book: AuditBook,
): Promise<readonly LedgerEntry[]> {
  const { objects } = await folder.list(layout.allLedgerPages);
  const pages = objects.flatMap((name) => /^(\d+)\.json$/u.exec(name)?.[1] ?? []).map(Number);
  const ledger: LedgerEntry[] = [];
  for (let page = 1; page <= Math.max(0, ...pages); page += 1) {
    const found = await book.guard(() => folder.find(layout.ledgerPage(page)));
    if (found !== undefined) ledger.push(...found.entries);
    else if (!pages.includes(page)) {
      book.tell('missing', layout.ledgerPage(page).name, 'a page of the ledger of effects is gone');
    }
  }
  return ledger;
}

/** How a job is named to a person. */
export function jobWords(jobNumber: number, jobId: string | undefined): string {
  return jobId === undefined ? `job ${jobNumber}` : `job ${jobNumber} (${jobId})`;
}
