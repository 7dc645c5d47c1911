/** Which runs a job was made of that has not ended: it is sent with them, or has been. */
import type { DocumentFolder } from '../objects/index.ts';
import { runsOfJob } from '../study/partial-job.ts';
import type { Plan } from '../study/plan.ts';
import { specRuns } from './job-spec.ts';
import { layout, numberOfOutcomes } from './layout.ts';

/** The job of each such run, by run number. */
export async function readRunsWithJob(
  folder: DocumentFolder,
  plan: Pick<Plan, 'jobs'>,
): Promise<ReadonlyMap<number, number>> {
  const jobs = await folder.list(layout.allJobs);
  const outcomes = await folder.list(layout.allOutcomes);
  const ended = new Set(outcomes.objects.map(numberOfOutcomes));
  const made = new Set(jobs.objects.flatMap((name) => /^(\d+)[.-]/u.exec(name)?.[1] ?? []));
  const runs = new Map<number, number>();
  for (const jobNumber of [...made].map(Number).filter((number) => !ended.has(number))) {
    const record =
      (await folder.find(layout.jobSpec(jobNumber))) ??
      (await folder.find(layout.retryChoice(jobNumber)));
    const planned = plan.jobs[jobNumber - 1];
    const own =
      record === undefined
        ? planned === undefined
          ? []
          : runsOfJob(planned)
        : specRuns(record).map(({ run }) => run);
    for (const run of own) runs.set(run, jobNumber);
  }
  return runs;
}
