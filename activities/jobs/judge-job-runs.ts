/** Judges runs of one job, several at a time, and keeps what was judged page by page. */
import pMap from 'p-map';
import type { JobRun, PlatformFile } from '../../src/platform-api/index.ts';
import type { JobEnding, RunOutcome, SpecRun } from '../../src/run/index.ts';
import {
  layout,
  type JobSpec,
  type JudgedRun,
  type DocumentFolder,
} from '../../src/store/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { isJudgedSo, type JudgedStudy } from '../judged-study.ts';
import { keepPages } from '../keep-pages.ts';
import { collectRun, type RunToCollect } from './collect-run.ts';
import { readRunWords, type RunWords } from './read-run-words.ts';
import { isMarker, type ListingRun, type RunFiles } from './list-job-files.ts';

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
  let collected = 0;
  try {
    return await pMap(
      runs,
      async (specRun) => {
        const judged = await judgeOnce(dependencies, job, specRun, { ...run, others, told });
        if (judged !== job.before.get(specRun.platformRun)) {
          await pages.add(judged);
          if (judged.outcome !== undefined) dependencies.onRunJudged?.(judged.outcome.status);
        }
        collected += 1;
        run.show({ job: job.jobId, collected, of: runs.length });
        return judged;
      },
      { concurrency: runsAtOnce },
    );
  } finally {
    await pages.close();
  }
}

async function judgeOnce(
  dependencies: ActivityDependencies,
  { cached, folder, ...job }: JobToJudge,
  specRun: SpecRun,
  {
    told,
    ...run
  }: ListingRun & {
    readonly others: readonly PlatformFile[];
    readonly told: RunToCollect['told'];
  },
): Promise<JudgedRun> {
  const { platformRun } = specRun;
  const files = job.files.get(platformRun) ?? [];
  const evidence = evidenceOf(files);
  const before = job.before.get(platformRun);
  const isUnchanged = before?.evidence === evidence;
  const known = isUnchanged ? before.outcome : undefined;
  if (isUnchanged && known !== undefined && isJudgedSo(cached, known)) return before;
  const kept = await folder.workspace(layout.runFiles(specRun.run, specRun.attempt));
  const { study, plan, judges, judgedWith } = cached;
  const wanted = {
    ...{
      study,
      plan,
      judges,
      judgedWith,
      spec: job.spec,
      jobId: job.jobId,
      ending: job.ending,
      files,
    },
    specRun,
    folder: kept.directory,
    jobRun: job.jobRuns?.get(platformRun),
    runsServed: job.jobRuns !== undefined,
    told,
    filesBefore: before?.outcome?.files,
    mustProve: !job.isExecuting ? 'nothing' : isUnchanged ? 'files' : 'all',
  } as const;
  let outcome: RunOutcome | undefined;
  try {
    outcome = await collectRun(dependencies, wanted, run);
    await kept.publish();
  } finally {
    await kept.release();
  }
  // What other outputs want of it can't be had yet.
  if (isUnchanged && known !== undefined && outcome === undefined) return before;
  return { platformRun, evidence, ...(outcome === undefined ? {} : { outcome }) };
}
