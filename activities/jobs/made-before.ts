import type { Job, JobAnalysis, JobAnalysisRequest } from '../../src/platform-api/index.ts';
import { layout, wasRestored, type JobSpec } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { notOurs } from '../not-ours.ts';
import { readJobStatuses } from './read-job-statuses.ts';
import { requestedAnalyses } from './requested-analyses.ts';

/**
 * The platform's job of this whole name, where the store was restored from a back-up and its original may have made the job since: of several the
 * one that was submitted, as its runs are paid for, else the oldest.
 */
export async function findMadeBefore(
  dependencies: ActivityDependencies,
  { jobTag, jobName }: Pick<JobSpec, 'jobTag' | 'jobName'>,
  run: ActivityRun,
): Promise<string | undefined> {
  const { platform, store } = dependencies;
  if (!(await wasRestored(store))) return undefined;
  const { signal } = run;
  const jobs = await platform.jobs.findByExactName(jobTag, jobName, { signal });
  for (const { id } of jobs) {
    const { statuses } = await readJobStatuses(dependencies, { jobId: id }, run);
    if (statuses.length > 0) return id;
  }
  return jobs[0]?.id;
}

/**
 * Takes over the key that the original gave the markers of a job's runs, where all else that the job executes is what this study would send.
 * Does nothing in a store that was never restored, and for a job that has this store's own key.
 * @throws ApplicationFailure NOT_OURS, not retried, for a job that executes something else, as one that the original amended
 */
export async function takeOverKey(
  dependencies: ActivityDependencies,
  studyId: string,
  spec: JobSpec,
  job: Job,
): Promise<void> {
  const { store } = dependencies;
  if (!(await wasRestored(store))) return;
  const shown = job.jobanalyses.map(commandsOf);
  const attemptKey = shown.flat().flatMap(keyIn)[0];
  if (attemptKey === undefined || attemptKey === spec.attemptKey) return;
  const adopted = { ...spec, attemptKey };
  const asked = (await requestedAnalyses(dependencies, studyId, adopted)).map(commandsOf);
  if (JSON.stringify(asked) !== JSON.stringify(shown)) {
    throw notOurs(
      `job ${job.id}`,
      `it has the name of job ${spec.jobNumber} of study ${studyId}, which its original made after the back-up, and executes something else than this study would send: nothing was submitted; collect it by hand, or run its runs again (doeflow retry)`,
    );
  }
  await store.study(studyId).write(layout.jobSpec(spec.jobNumber), adopted);
}

/** What an analysis executes, in a fixed order; nothing for what there is none of. */
function commandsOf(analysis: JobAnalysis | JobAnalysisRequest): readonly string[] {
  const { command, preProcessScriptCommand: before, postProcessScriptCommand: after } = analysis;
  return [before ?? '', command ?? '', after ?? ''];
}

function keyIn(text: string): readonly string[] {
  const [, key] = /^doeflow_lines='doeflow 1 ([\w.-]+)'$/mu.exec(text) ?? [];
  return key === undefined ? [] : [key];
}
