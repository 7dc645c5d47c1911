import { setTimeout as delay } from 'node:timers/promises';
import type { CollectJobInput } from '../../src/run/activity-contract.ts';
import type { JobEnding } from '../../src/run/index.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { readJudgedRuns, specRuns, type JobSpec, type JudgedRun } from '../../src/store/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { judgedStudy } from '../judged-study.ts';
import { unlessJobGone } from '../unless-gone.ts';
import { hasAllFiles, hasLog } from './has-all-files.ts';
import { judgeJobRuns } from './judge-job-runs.ts';
import {
  isMarker,
  listJobFiles,
  lookAtJobFiles,
  type ListingRun,
  type RunFiles,
} from './list-job-files.ts';
import { readJobRuns } from './read-job-runs.ts';

/** Further looks for files that a run which proves its end has not shown. */
const laterLooksMs = [1_000, 4_000];

/**
 * Outcomes of all runs of a job that has ended. A list may lag file by file: where a run proves its end, and not all that is read of it is listed, or
 * not the log of one that failed, the list is looked at again some seconds long, and only then it is missing.
 */
export async function judgeEndedJob(
  dependencies: ActivityDependencies,
  { studyId, jobNumber, jobId }: CollectJobInput,
  { spec, ending }: { readonly spec: JobSpec; readonly ending: JobEnding },
  run: ListingRun,
): Promise<readonly RunOutcome[]> {
  const folder = dependencies.store.study(studyId);
  const runs = specRuns(spec);
  const jobRuns = await unlessJobGone(dependencies, jobId, run, () =>
    readJobRuns(dependencies, jobId, run),
  );
  const expected = { expected: runs.length, ending };
  let files: RunFiles =
    (await unlessJobGone(dependencies, jobId, run, () =>
      listJobFiles(dependencies, jobId, expected, run),
    )) ?? new Map<number, never>();
  const cached = await judgedStudy(dependencies, studyId, spec.revision);
  const job = { cached, ...{ folder, spec, jobId, ending, jobRuns, isExecuting: false } };
  const judge = (before: ReadonlyMap<number, JudgedRun>): Promise<JudgedRun[]> =>
    judgeJobRuns(dependencies, { ...job, files, before }, runs, run);
  const mayLack = ({ platformRun, outcome }: JudgedRun): boolean => {
    const shown = { files: files.get(platformRun) ?? [], jobRun: jobRuns?.get(platformRun) };
    if (!shown.files.some(isMarker)) return false;
    return outcome?.status === 'Done' || outcome?.reason === 'output-missing'
      ? !hasAllFiles(cached.study, shown)
      : outcome?.status === 'Failed' && !hasLog(shown);
  };

  let judged = await judge(await readJudgedRuns(folder, jobNumber));
  for (const lookMs of laterLooksMs) {
    if (!judged.some(mayLack)) break;
    await delay(Math.min(lookMs, dependencies.poll.maxMs * 2), undefined, { signal: run.signal });
    const later = await unlessJobGone(dependencies, jobId, run, () =>
      lookAtJobFiles(dependencies.platform, jobId, run),
    );
    if (later === undefined) break;
    files = withoutLosses(files, later);
    judged = await judge(new Map(judged.map((one) => [one.platformRun, one])));
  }
  return judged.flatMap(({ outcome }) => outcome ?? []);
}

/** What either look has shown of a run: a later list may have lost rows that an earlier one had. */
function withoutLosses(before: RunFiles, later: RunFiles): RunFiles {
  const all = new Map(later);
  for (const [run, files] of before) {
    if (files.length > (later.get(run)?.length ?? 0)) all.set(run, files);
  }
  return all;
}
