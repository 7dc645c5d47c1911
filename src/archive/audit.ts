/** What a verification has found so far. */
import type { Listing, ObjectStore } from '../objects/index.ts';
import { describeFault, notAFile, type ArchiveFault } from './archive-fault.ts';
import { passFolder } from './archive-layout.ts';
import type { ReadHooks } from './check-files.ts';
import { destinationLayout, versionsOf, type ArchiveRecord } from './destination-layout.ts';

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
  readonly #studies = new Map<string, ExpectedStudy>();

  constructor(objects: ObjectStore, hooks: VerifyHooks) {
    this.objects = objects;
    this.#hooks = hooks;
    this.reading = {
      ...{ tellsUnreadable: true, tellsLeftOver: true },
      onBytes: (bytes) => this.count({ bytes }),
    };
  }

  /** What lies directly below a prefix; what is no file is told, and what a writer may be at is noted. */
  async list(prefix: string): Promise<Listing> {
    const listing = await this.objects.list(prefix);
    for (const name of listing.others ?? []) {
      const path = `${prefix}${name}`;
      if (!this.#others.has(path)) this.tell(notAFile(path));
      this.#others.add(path);
    }
    for (const name of listing.internal ?? []) {
      const path = `${prefix}${name}`;
      if (!this.#others.has(path)) {
        this.note(`${path} is in the making, or was left by a writer that was killed`);
      }
      this.#others.add(path);
    }
    return listing;
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
      this.#faultCount += 1;
      if (this.#faults.length < mostTold) this.#faults.push(fault);
      this.#hooks.onFault?.(fault);
    }
  }

  note(text: string): void {
    if (this.#notes.length < mostTold) this.#notes.push(text);
  }

  /** A job of a study was archived: so its study must be, once that pass has ended. */
  async expectStudy({ jobId, studyId, archivedAt, provenAt }: ArchiveRecord): Promise<void> {
    if (studyId === undefined || provenAt === undefined) return;
    if (this.#studies.get(studyId)?.wasClosed === true) return;
    const report = `${destinationLayout.passes}${passFolder(archivedAt)}/report.json`;
    const wasClosed = await this.objects.has(report);
    this.#studies.set(studyId, { job: destinationLayout.record(jobId).name, wasClosed });
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

  /**
   * Versions below `prefix` that are to be read: those that were finished, and those that must be. What else lies there is told.
   * @param seal the file that a finished version has
   */
  async versionsBelow(
    prefix: string,
    seal: string,
    needed: readonly number[] = [],
  ): Promise<readonly number[]> {
    const { objects: names, folders } = await this.list(prefix);
    const versions = versionsOf(folders);
    for (const name of [...names, ...folders.filter((each) => versionsOf([each]).length === 0)]) {
      this.tell({
        kind: 'added',
        path: `${prefix}${name}`,
        found: 'something beside the versions',
      });
    }
    const newest = Math.max(0, ...needed, ...versions);
    const toRead: number[] = [];
    for (const version of versions) {
      const path = `${prefix}v${version}/${seal}`;
      if (needed.includes(version) || (await this.objects.has(path))) toRead.push(version);
      else if (version === newest) {
        this.note(`${prefix}v${version} was never finished: the next pass goes on with it`);
      } else {
        const expected = 'the file that is written last: only the newest version may be unfinished';
        this.tell({ kind: 'missing', path, expected });
      }
    }
    for (const version of needed.filter((one) => !versions.includes(one))) {
      const expected = 'the version that the record names';
      this.tell({ kind: 'missing', path: `${prefix}v${version}/`, expected });
    }
    return toRead;
  }
}
