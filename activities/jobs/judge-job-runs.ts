/** Judges runs of one job, several at a time, and keeps what was judged page by page. */
import { writeFileSync } from 'node:fs';
import pMap from 'p-map';
import type { JobRun, PlatformFile } from '../../src/platform-api/index.ts';
import type { JobEnding, RunOutcome, SpecRun } from '../../src/run/index.ts';
import {
  createPackReader,
  layout,
  safeJoin,
  type DocumentFolder,
  type FileContents,
  type JobSpec,
  type JudgedRun,
  type PackReader,
} from '../../src/store/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { isJudgedSo, type JudgedStudy } from '../judged-study.ts';
import { keepPages } from '../keep-pages.ts';
import { collectRun, type RunToCollect } from './collect-run.ts';
import { canBePacked, isShortRun } from './is-short-run.ts';
import { readRunWords, type RunWords } from './read-run-words.ts';
import { isMarker, type ListingRun, type RunFiles } from './list-job-files.ts';
import {
  folderPlace,
  memoryPlace,
  OutgrownError,
  type MemoryPlace,
  type RunPlace,
} from './run-place.ts';

/** Runs whose files are fetched at the same time. */
const runsAtOnce = 8;

/** A job whose runs are judged, as the platform shows it now. */
export interface JobToJudge {
  readonly cached: JudgedStudy;
  readonly folder: DocumentFolder;
  readonly spec: JobSpec;
  readonly jobId: string;
  readonly ending: JobEnding;
  readonly files: RunFiles;
  /** The platform's own records, where runs are served. */
  readonly jobRuns: ReadonlyMap<number, JobRun> | undefined;
  /** The job still executes: what a later look may judge otherwise isn't judged. */
  readonly isExecuting: boolean;
  /** What earlier looks kept. */
  readonly before: ReadonlyMap<number, JudgedRun>;
}

/** By what one run is read. */
interface RunReading extends ListingRun {
  readonly others: readonly PlatformFile[];
  readonly told: RunToCollect['told'];
}

/** Which files a run shows, in a few letters that differ when they do. */
function evidenceOf(files: readonly PlatformFile[] = []): string {
  return `${files.find(isMarker)?.id ?? '-'}/${files.length}`;
}

/** Judges the runs that no earlier look has judged by the same files; gives back what is known of all, in their order. */
export async function judgeJobRuns(
  dependencies: ActivityDependencies,
  job: JobToJudge,
  runs: readonly SpecRun[],
  run: ListingRun,
): Promise<JudgedRun[]> {
  const others = [...job.files.values()].slice(0, 4).flatMap((files) => files.filter(isMarker));
  let words: Promise<RunWords> | undefined;
  const told = async (platformRun: number): Promise<string | undefined> => {
    words ??= readRunWords(dependencies, job.jobId, run);
    return (await words).get(platformRun);
  };
  const pages = keepPages(job.folder, job.spec.jobNumber);
  const packs = createPackReader(job.folder);
  let collected = 0;
  const judgedRuns = await pMap(
    runs,
    async (specRun) => {
      const { judged, contents } = await judgeOnce(dependencies, { ...job, packs }, specRun, {
        ...run,
        others,
        told,
      });
      if (judged !== job.before.get(specRun.platformRun)) {
        await pages.add(judged, contents);
        if (judged.outcome !== undefined) dependencies.onRunJudged?.(judged.outcome.status);
      }
      collected += 1;
      run.show({ job: job.jobId, collected, of: runs.length });
      return judged;
    },
    { concurrency: runsAtOnce },
  ).finally(() => pages.close());
  return judgedRuns.map(pages.kept);
}

/** A run as it was judged, and its files where they are to be packed. */
interface JudgedFiles {
  readonly judged: JudgedRun;
  readonly contents?: FileContents;
}

async function judgeOnce(
  dependencies: ActivityDependencies,
  job: JobToJudge & { readonly packs: PackReader },
  specRun: SpecRun,
  reading: RunReading,
): Promise<JudgedFiles> {
  const { cached, folder } = job;
  const { platformRun } = specRun;
  const files = job.files.get(platformRun) ?? [];
  const evidence = evidenceOf(files);
  const before = job.before.get(platformRun);
  const isUnchanged = before?.evidence === evidence;
  const known = isUnchanged ? before.outcome : undefined;
  if (isUnchanged && known !== undefined && isJudgedSo(cached, known)) return { judged: before };
  const earlier = await readEarlier(job, before?.outcome);
  const collect = (place: RunPlace): Promise<RunOutcome | undefined> =>
    collectRun(
      dependencies,
      {
        ...{ study: cached.study, plan: cached.plan, judges: cached.judges },
        ...{ judgedWith: cached.judgedWith, spec: job.spec, jobId: job.jobId },
        ...{ ending: job.ending, files, specRun, place },
        jobRun: job.jobRuns?.get(platformRun),
        runsServed: job.jobRuns !== undefined,
        told: reading.told,
        filesBefore: earlier.files,
        mustProve: !job.isExecuting ? 'nothing' : isUnchanged ? 'files' : 'all',
      },
      reading,
    );
  const attempt = layout.runFiles(specRun.run, specRun.attempt);
  const inMemory =
    earlier.areLoose || !isShortRun(cached.study, files)
      ? undefined
      : await collectInMemory(memoryPlace(dependencies.platform, earlier.contents), collect);
  const { outcome, contents = new Map<string, Buffer>() } = inMemory ?? (await collectIntoFolder());
  const isPacked = canBePacked(contents);
  if (outcome !== undefined && !isPacked) {
    for (const [path, content] of contents) await folder.sink(attempt.file(path))([content]);
  }
  // What other outputs want of it can't be had yet.
  if (isUnchanged && known !== undefined && outcome === undefined) return { judged: before };
  const judged = { platformRun, evidence, ...(outcome === undefined ? {} : { outcome }) };
  return outcome !== undefined && isPacked ? { judged, contents } : { judged };

  async function collectIntoFolder(): Promise<Collected> {
    const kept = await folder.workspace(attempt);
    try {
      for (const [path, content] of earlier.contents)
        writeFileSync(safeJoin(kept.directory, path, 'unnamed'), content);
      const outcome = await collect(folderPlace(dependencies.platform, kept.directory));
      await kept.publish();
      return { outcome };
    } finally {
      await kept.release();
    }
  }
}

/** What came of collecting a run, and its files where they are in memory. */
interface Collected {
  readonly outcome: RunOutcome | undefined;
  readonly contents?: FileContents;
}

/** Undefined for a run whose files turn out to be too long for it. */
async function collectInMemory(
  place: MemoryPlace,
  collect: (place: RunPlace) => Promise<RunOutcome | undefined>,
): Promise<Collected | undefined> {
  try {
    return { outcome: await collect(place), contents: place.files };
  } catch (error) {
    if (error instanceof OutgrownError) return undefined;
    throw error;
  }
}

/** What an earlier look has collected of the same attempt: of packed files those that are still as they were then. */
async function readEarlier(
  { packs }: { readonly packs: PackReader },
  outcome: RunOutcome | undefined,
): Promise<{
  readonly files: RunOutcome['files'];
  readonly contents: FileContents;
  readonly areLoose: boolean;
}> {
  const { files, pack } = outcome ?? {};
  if (outcome === undefined || files === undefined || pack === undefined)
    return { files, contents: new Map(), areLoose: files !== undefined };
  const contents = await packs.read(outcome);
  const intact = Object.entries(files).filter(([path]) => contents.has(path));
  return { files: Object.fromEntries(intact), contents, areLoose: false };
}
