/** What is read of a study once, for all parts of its audit. */
import type { RunOutcome } from '../run/run-outcome.ts';
import {
  layout,
  numberOfOutcomes,
  numberOfPlatformJob,
  readAttempts,
  readLedger,
  type DocumentFolder,
  type JobSpec,
  type LedgerEntry,
} from '../store/index.ts';
import type { Plan } from '../study/plan.ts';
import type { Study } from '../study/study.ts';

/** A study file and the plan that it makes. */
export interface PlannedStudy {
  readonly study: Study;
  readonly plan: Plan;
}

/** A study to be audited. */
export interface StudyToAudit extends PlannedStudy {
  readonly studyId: string;
  readonly folder: DocumentFolder;
  /** Whether its end is known. */
  readonly ended: boolean;
  /** Study and plan as runs with this revision of the study's files had them. */
  at(revision: number | undefined): Promise<PlannedStudy>;
  /** Place of the copy of the results that the study's owner was given; undefined where there is none. */
  readonly resultsDir: string | undefined;
}

/** Its records. */
export interface StudyRecords extends StudyToAudit {
  readonly specs: ReadonlyMap<number, JobSpec>;
  /** Ids of the platform's jobs by number. */
  readonly jobIds: ReadonlyMap<number, string>;
  /** Numbers of jobs that are collected. */
  readonly collected: ReadonlySet<number>;
  /** All attempts, in the order of the jobs. */
  readonly attempts: readonly (readonly RunOutcome[])[];
  readonly ledger: readonly LedgerEntry[];
}

/** Reads the records of a study; those of jobs that are being made meanwhile may be missing. */
export async function readStudyRecords(audited: StudyToAudit): Promise<StudyRecords> {
  const { folder } = audited;
  const ledger: LedgerEntry[] = [];
  // First: what is in it has its records by then.
  for await (const entry of readLedger(folder)) ledger.push(entry);
  const outcomes = await folder.list(layout.allOutcomes);
  const attempts = await readAttempts(folder);
  const { objects } = await folder.list(layout.allJobs);
  const specs = new Map<number, JobSpec>();
  const jobIds = new Map<number, string>();
  for (const name of objects) {
    const [, spec] = /^(\d+)\.json$/u.exec(name) ?? [];
    if (spec !== undefined) {
      specs.set(Number(spec), await folder.read(layout.jobSpec(Number(spec))));
    }
    const job = numberOfPlatformJob(name);
    if (job !== undefined) jobIds.set(job, (await folder.read(layout.platformJob(job))).jobId);
  }
  const collected = new Set(outcomes.objects.flatMap((name) => numberOfOutcomes(name) ?? []));
  return { ...audited, specs, jobIds, collected, attempts, ledger };
}

/** How a job is named to a person. */
export function jobWords(jobNumber: number, jobId: string | undefined): string {
  return jobId === undefined ? `job ${jobNumber}` : `job ${jobNumber} (${jobId})`;
}
