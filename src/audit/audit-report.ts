/** What an audit of a study found: faults, notes, counts. */

import { ResultError, StorageError } from '../errors.ts';

/** What kind of promise a fault breaks. */
export const auditFaultKinds = [
  'paid-twice',
  'not-accounted',
  'left-on',
  'missing',
  'changed',
  'contradiction',
] as const;

export type AuditFaultKind = (typeof auditFaultKinds)[number];

/** One thing that isn't as it must be. */
export interface AuditFault {
  readonly kind: AuditFaultKind;
  /** What it is about, such as `run 17`, `job 3 (abCdEf)` or `results.csv`. */
  readonly subject: string;
  /** What was expected and what was found, as a sentence. */
  readonly message: string;
}

/** What was looked at. */
export interface AuditCounts {
  /** Runs that the study plans. */
  readonly runs: number;
  /** Runs with an outcome. */
  readonly runsEnded: number;
  /** Attempts that were judged; above `runsEnded` where runs were repeated after a failure. */
  readonly attempts: number;
  /** Runs that weren't run, as finished runs of other studies stand for them. */
  readonly reused: number;
  /** Jobs that were created on the platform. */
  readonly jobs: number;
  /** Confirmed submits of those jobs. */
  readonly submits: number;
  /** Of those, the ones whose answer was lost and that a later look found. */
  readonly submitsFound: number;
  /** Clusters that the study made. */
  readonly clusters: number;
  /** Values of done runs that were read again from the collected files. */
  readonly values: number;
  /** Collected files that were read and hashed. */
  readonly files: number;
  /** Of those, the platform's own copies that were read from it. */
  readonly platformFiles: number;
  readonly bytes: number;
}

export interface AuditReport extends AuditCounts {
  /** No fault was found in what was looked at. */
  readonly clean: boolean;
  /** Whether the study has ended, and its end is finished: what still goes on isn't a fault. */
  readonly ended: boolean;
  /** What was asked of the platform: `whole` everything, `partly` what it still has, `not asked` nothing. */
  readonly platform: 'whole' | 'partly' | 'not asked';
  /** Of its copies of collected files: whether their contents were read, or only the checksums that it lists. */
  readonly platformCopies: 'read' | 'checksums' | 'not asked';
  /** Jobs that ran, or may have, and that the platform shows no longer: what it has of them was not compared. */
  readonly goneJobs: number;
  /** Runs that the platform began more than once within one submit; null where it keeps no record of that, or wasn't asked. */
  readonly runsBegunAgain: number | null;
  readonly faultCount: number;
  /** The first of them. */
  readonly faults: readonly AuditFault[];
  /** What a reader should know and is no fault. */
  readonly notes: readonly string[];
}

/** Faults and notes that a report holds; faults are counted beyond that. */
const mostTold = 1000;

/** Something else than a file has a record's name. */
function isOtherKind(error: unknown): error is StorageError {
  return error instanceof StorageError && error.code === 'STORAGE_KIND';
}

/** Collects what an audit finds, in bounded memory. */
export class AuditBook {
  readonly #faults: AuditFault[] = [];
  readonly #notes = new Set<string>();
  readonly #onProgress: (counts: AuditCounts) => void;
  #faultCount = 0;
  #isPartly = false;
  #goneJobs = 0;
  #runsBegunAgain: number | null = null;
  #counts = {
    ...{ runs: 0, runsEnded: 0, attempts: 0, reused: 0, jobs: 0, submits: 0, clusters: 0 },
    ...{ submitsFound: 0 },
    ...{ values: 0, files: 0, platformFiles: 0, bytes: 0 },
  };

  constructor(onProgress: (counts: AuditCounts) => void = () => undefined) {
    this.#onProgress = onProgress;
  }

  tell(kind: AuditFaultKind, subject: string, message: string): void {
    this.#faultCount += 1;
    if (this.#faults.length < mostTold) this.#faults.push({ kind, subject, message });
  }

  note(sentence: string): void {
    if (this.#notes.size < mostTold) this.#notes.add(sentence);
  }

  /** Reads a record; one that is damaged is told, and the audit goes on without it. */
  async guard<T>(read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ResultError || isOtherKind(error))) throw error;
      this.tell('changed', 'a record of the study', `can't be read: ${error.message}`);
      return undefined;
    }
  }

  /** The platform no longer shows something that it once did. */
  noteUnseen(sentence: string): void {
    this.#isPartly = true;
    this.note(sentence);
  }

  count(key: keyof AuditCounts, by = 1): void {
    this.#counts[key] += by;
    this.#onProgress(this.#counts);
  }

  /** A job that ran, or may have, is no longer on the platform. */
  countGone(): void {
    this.#goneJobs += 1;
  }

  /** The platform's own record says how many runs it began more than once. */
  setBegunAgain(runs: number): void {
    this.#runsBegunAgain = runs;
  }

  close(ended: boolean, askedPlatform: boolean, isDeep = false): AuditReport {
    return {
      clean: this.#faultCount === 0,
      ended,
      ...this.#counts,
      platform: !askedPlatform ? 'not asked' : this.#isPartly ? 'partly' : 'whole',
      platformCopies: !askedPlatform ? 'not asked' : isDeep ? 'read' : 'checksums',
      goneJobs: this.#goneJobs,
      runsBegunAgain: this.#runsBegunAgain,
      faultCount: this.#faultCount,
      faults: this.#faults,
      notes: [...this.#notes],
    };
  }
}
