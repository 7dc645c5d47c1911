/** Runs that earlier amendments added, or brought back, and that have not begun: no planned job has them. */
import { firstRevision } from '../../run/first-revision.ts';
import {
  layout,
  readAttempts,
  readAwaited,
  readRunsWithJob,
  readSharing,
  readWithdrawnRuns,
  runsBesideJobs,
  type Store,
} from '../../store/index.ts';
import { runsOfJob } from '../../study/partial-job.ts';
import { planStoredStudy, type PlannedStoredStudy } from '../studies/open-stored-study.ts';

/** Their numbers, with those of planned jobs that aren't started as other studies have the rest of them; without those that wait for another study's, or that a job was made of. */
export async function readAddedBefore(
  store: Store,
  stands: PlannedStoredStudy,
): Promise<readonly number[]> {
  const folder = store.study(stands.studyId);
  const withdrawn = await readWithdrawnRuns(folder);
  const { leftOut, onlyAbove } = await readSharing(folder);
  const asStarted = { ...stands, snapshot: await folder.read(layout.snapshot) };
  const started = (await planStoredStudy(store, asStarted, firstRevision)).plan;
  const left = (onlyAbove === undefined ? leftOut : []).flatMap((jobNumber) => {
    const job = started.jobs[jobNumber - 1];
    return job === undefined ? [] : runsOfJob(job).filter((run) => !withdrawn.ever.has(run));
  });
  const beside = [...left, ...runsBesideJobs(started.runCount, stands.plan.runCount, withdrawn)];
  if (beside.length === 0) return [];
  const out = new Set((await readAttempts(folder)).flat().map(({ run }) => run));
  for (const { run } of await readAwaited(folder)) out.add(run);
  // One that was only chosen for a job is made as the study stands by then.
  for (const [run, jobNumber] of await readRunsWithJob(folder, started)) {
    if (await folder.has(layout.jobSpec(jobNumber))) out.add(run);
  }
  return beside.filter((run) => !out.has(run));
}
