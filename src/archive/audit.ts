/** What a verification has found so far. */
import { LinkedObjectError, type Listing, type ObjectStore } from '../objects/index.ts';
import { describeFault, notAFile, type ArchiveFault } from './archive-fault.ts';
import type { ReadHooks } from './check-files.ts';
import {
  destinationLayout,
  reportFolder,
  type ArchiveRecord,
  type PassOfArchive,
} from './destination-layout.ts';
import { hasReport } from './has-report.ts';

/** How far it is. */
export interface VerifyProgress extends VerifyCounts {
  readonly jobsTotal: number;
  readonly studiesTotal: number;
  readonly faults: number;
}

/** What was read. */
export interface VerifyCounts {
  readonly jobs: number;
  /** Versions of jobs. */
  readonly bags: number;
  readonly studies: number;
  /** Versions of studies. */
  readonly crates: number;
  /** Passes whose reports were read. */
  readonly passes: number;
  /** Studies whose statistics were computed again. */
  readonly statistics: number;
  readonly files: number;
  readonly bytes: number;
}

export interface VerifyHooks {
  readonly onProgress?: (progress: VerifyProgress) => void;
  /** Told of every fault as it is found. */
  readonly onFault?: (fault: ArchiveFault) => void;
}

/** What was checked and what was found. */
export interface VerifyReport extends VerifyCounts {
  readonly whole: boolean;
  readonly faultCount: number;
  /** The first of them. */
  readonly faults: readonly (ArchiveFault & { readonly message: string })[];
  /** What a reader should know and is no fault; the first of them. */
  readonly notes: readonly string[];
}

/** A study that a job's record names. */
interface ExpectedStudy {
  /** The record's path. */
  readonly job: string;
  /** The pass that archived the job has ended: it wrote the study's crate before. */
  readonly wasClosed: boolean;
}

/** A pass that jobs' records name. */
interface ExpectedPass extends PassOfArchive {
  readonly hasReport: boolean;
}

const nothing: Listing = { objects: [], folders: [] };

/** Faults and notes that a report holds; faults are counted beyond that. */
const mostTold = 1000;

/** Collects faults, notes and counts, in bounded memory. */
export class Audit {
  readonly objects: ObjectStore;
  readonly reading: ReadHooks;
  readonly #hooks: VerifyHooks;
  readonly #faults: ArchiveFault[] = [];
  readonly #notes: string[] = [];
  #counts = {
    jobs: 0,
    bags: 0,
    studies: 0,
    crates: 0,
    passes: 0,
    statistics: 0,
    files: 0,
    bytes: 0,
  };
  #totals = { jobsTotal: 0, studiesTotal: 0 };
  #faultCount = 0;
  readonly #others = new Set<string>();
  readonly #lost = new Map<string, ArchiveFault>();
  readonly #moved = new Set<string>();
  readonly #studies = new Map<string, ExpectedStudy>();
  readonly #passes = new Map<string, ExpectedPass>();

  constructor(objects: ObjectStore, hooks: VerifyHooks) {
    this.objects = {
      ...objects,
      get: (key) => this.#unlessLinked(() => objects.get(key), undefined),
      has: (key) => this.#unlessLinked(() => objects.has(key), false),
      list: (prefix) => this.#unlessLinked(() => objects.list(prefix), nothing),
    };
    this.#hooks = hooks;
    this.reading = {
      ...{ tellsUnreadable: true, tellsLeftOver: true },
      onBytes: (bytes) => this.count({ bytes }),
    };
  }

  /** What lies directly below a prefix; what is no file is told, and what a writer may be at is noted. */
  async list(prefix: string): Promise<Listing> {
    const listing = await this.objects.list(prefix);
    for (const name of listing.others ?? []) this.#tellOther(`${prefix}${name}`);
    for (const name of listing.internal ?? []) {
      const path = `${prefix}${name}`;
      if (!this.#others.has(path)) {
        this.note(`${path} is in the making, or was left by a writer that was killed`);
      }
      this.#others.add(path);
    }
    return listing;
  }

  #tellOther(path: string): void {
    if (!this.#others.has(path)) this.tell(notAFile(path));
    this.#others.add(path);
  }

  /** What lies behind a link is no part of the destination: the link is told, and it is as if nothing were there. */
  async #unlessLinked<T>(look: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof LinkedObjectError)) throw error;
      this.#tellOther(error.key);
      return otherwise;
    }
  }

  /** True for what was told to be no file: it isn't opened. */
  isOther(path: string): boolean {
    return this.#others.has(path);
  }

  expect(totals: { readonly jobsTotal: number; readonly studiesTotal: number }): void {
    this.#totals = totals;
  }

  count(more: Partial<VerifyCounts>): void {
    const counts = this.#counts;
    for (const name of Object.keys(more) as (keyof VerifyCounts)[]) {
      counts[name] += more[name] ?? 0;
    }
    this.#hooks.onProgress?.({ ...counts, ...this.#totals, faults: this.#faultCount });
  }

  tell(...faults: readonly ArchiveFault[]): void {
    for (const fault of faults) {
      if (fault.kind === 'added' && this.#others.has(fault.path)) continue;
      this.#faultCount += 1;
      if (this.#faults.length < mostTold) this.#faults.push(fault);
      this.#hooks.onFault?.(fault);
    }
  }

  note(text: string): void {
    if (this.#notes.length < mostTold) this.#notes.push(text);
  }

  /** A job was archived, in passes that have reports once they have ended; so has its study a crate. */
  async expectOf(record: ArchiveRecord): Promise<void> {
    const { jobId, archive, studyId, archivedAt, provenAt, deletedAt } = record;
    const times = [archivedAt, provenAt, deletedAt].filter((time) => time !== undefined);
    for (const passTime of new Set(times)) await this.#expectPass({ archive, passTime });
    if (studyId === undefined || provenAt === undefined) return;
    if (this.#studies.get(studyId)?.wasClosed === true) return;
    const wasClosed = this.#passes.get(reportFolder({ archive, passTime: archivedAt }))?.hasReport;
    const job = destinationLayout.record(jobId).name;
    this.#studies.set(studyId, { job, wasClosed: wasClosed === true });
  }

  async #expectPass(pass: PassOfArchive): Promise<void> {
    const key = reportFolder(pass);
    if (this.#passes.has(key)) return;
    this.#passes.set(key, { ...pass, hasReport: await hasReport(this.objects, pass) });
  }

  /** Passes that records of jobs name and that left no report. */
  passesWithoutReport(): readonly ExpectedPass[] {
    return [...this.#passes.values()].filter((pass) => !pass.hasReport);
  }

  /** A bag, a crate or a report that isn't in its place: told by {@link tellLost}, unless it is found elsewhere until then. */
  lost(path: string, expected: string): void {
    if (!this.#moved.has(path)) this.#lost.set(path, { kind: 'missing', path, expected });
  }

  /** What belongs at `path` lies at `found`. */
  moved(path: string, found: string): void {
    this.#lost.delete(path);
    if (!this.#moved.has(path)) this.tell({ kind: 'renamed', path, found });
    this.#moved.add(path);
  }

  /** True for a path whose content was found elsewhere, and told. */
  isMoved(path: string): boolean {
    return this.#moved.has(path);
  }

  /** Tells what is in no place at all. */
  tellLost(): void {
    this.tell(...this.#lost.values());
    this.#lost.clear();
  }

  /** It has a crate, or what is missing of it was told. */
  foundStudy(studyId: string): void {
    this.#studies.delete(studyId);
  }

  /** Studies that records of jobs name and that weren't found. */
  lostStudies(): ReadonlyMap<string, ExpectedStudy> {
    return this.#studies;
  }

  report(): VerifyReport {
    return {
      whole: this.#faultCount === 0,
      ...this.#counts,
      faultCount: this.#faultCount,
      faults: this.#faults.map((fault) => ({ ...fault, message: describeFault(fault) })),
      notes: this.#notes,
    };
  }
}
