import { attemptsByRun, mayRunAgain, spentBefore } from '../../src/run/attempts.ts';
import type { ReadAnew, ReadOutputsAnewInput } from '../../src/run/anew-messages.ts';
import { countLatest } from '../../src/run/count-outcomes.ts';
import { mergeOutcomes, type RunOutcome } from '../../src/run/run-outcome.ts';
import {
  findJudging,
  jobsWithOutcomes,
  layout,
  readOutcomesBefore,
  type DocumentFolder,
} from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readJobAnew } from '../jobs/read-job-anew.ts';
import { noteReadAnew } from './note-read-anew.ts';

/**
 * Reads what the study has collected by the outputs that it has now, job by job, and counts its runs by them. Repeated, it reads what is left and tells
 * the same; nothing is run for it.
 */
export async function readOutputsAnew(
  { store, studyCache }: ActivityDependencies,
  { studyId, inFlight }: ReadOutputsAnewInput,
  run: ActivityRun,
): Promise<ReadAnew> {
  const folder = store.study(studyId);
  const revision = await findJudging(folder);
  const { study, plan } = await studyCache.get(studyId);
  const all: (readonly RunOutcome[])[] = [];
  const before: (readonly RunOutcome[])[] = [];
  const ended: (readonly RunOutcome[])[] = [];
  for (const jobNumber of await jobsWithOutcomes(folder)) {
    const outcomes = await readJobAnew({ store, studyCache }, { studyId, jobNumber }, run);
    all.push(outcomes);
    if (!inFlight.includes(jobNumber)) ended.push(outcomes);
    if (revision !== undefined) before.push(await readOutcomesBefore(folder, jobNumber, revision));
  }
  const running = await runsOfRetries(folder, inFlight);
  const attempts = attemptsByRun(ended);
  const { retries } = study.execution;
  const retryable = [...mergeOutcomes(ended).values()].filter(
    (latest) =>
      latest.run > 0 &&
      !running.has(latest.run) &&
      mayRunAgain(latest, spentBefore(latest, attempts.get(latest.run) ?? []), retries),
  ).length;
  const note = revision === undefined ? undefined : noteReadAnew(before, all, revision);
  return {
    counts: countLatest(ended, plan.runCount),
    retryable,
    ...(note === undefined ? {} : { note }),
  };
}

/** Runs that jobs in flight, or about to be started, run once more. */
async function runsOfRetries(
  folder: DocumentFolder,
  jobs: readonly number[],
): Promise<ReadonlySet<number>> {
  const choices = await Promise.all(jobs.map((job) => folder.find(layout.retryChoice(job))));
  return new Set(
    choices.flatMap((choice) => {
      const runs = choice?.runs ?? [];
      return Array.isArray(runs) ? runs.map(({ run }) => run) : [];
    }),
  );
}
