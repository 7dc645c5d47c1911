import { archiveLayout, type JobOutcome } from '../../src/archive/index.ts';
import type { BatchTarget, PassCounts } from '../../src/run/archive-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { countOutcomes } from './count-outcomes.ts';
import { crateFaultsOf } from './crate-faults.ts';
import { deleteJob } from './delete-job.ts';
import { JobCalls } from './job-calls.ts';
import { outcomeOfError } from './job-fault.ts';
import { batchSize, openArchive, passName, refusal, type OpenArchive } from './open-archive.ts';
import { SharedInputs } from './shared-inputs.ts';
import { readStudies } from './studies-of-jobs.ts';
import { whyHeld } from './why-held.ts';

/** Deletes one batch of the plan's jobs, one after the other, each after its copy was read once more. */
export async function deleteJobs(
  dependencies: ActivityDependencies,
  target: BatchTarget,
  { signal, attempt, show }: ActivityRun,
): Promise<PassCounts> {
  const { platform, store } = dependencies;
  const archive = await openArchive(dependencies, target.archive);
  const { folder } = archive;
  const object = archiveLayout.deleted(target.passTime, target.batch);
  const before = await folder.find(object);
  if (before !== undefined) return countOutcomes(before, 'deleted');
  const plan = await folder.read(archiveLayout.due(target.passTime));
  await requireAllowed(archive, target, plan.length);
  const jobs = plan.slice((target.batch - 1) * batchSize, target.batch * batchSize);
  const outcomes: JobOutcome[] = [];
  const shown = (): object => ({ batch: target.batch, jobs: jobs.length, done: outcomes.length });
  const calls = new JobCalls(
    dependencies,
    jobs.map(({ jobId }) => jobId),
    { signal, onWait: (trouble) => show({ ...shown(), ...(trouble && { trouble }) }) },
  );
  const inputs = new SharedInputs(platform, calls, signal);
  const studyOf = await readStudies(store);
  const crateFaults = crateFaultsOf(archive.destination);
  for (const due of jobs) {
    signal.throwIfAborted();
    const held = await whyHeld(folder, target);
    if (held !== undefined) {
      const reason = `Not deleted: ${held}. A later pass looks at it again`;
      outcomes.push({ jobId: due.jobId, outcome: 'left', files: 0, bytes: 0, reason });
      continue;
    }
    show({ ...shown(), deleting: due.jobId });
    try {
      const looks = { calls, inputs, studyOf, crateFaults };
      const context = { platform, store, archive, target, signal, ...looks };
      outcomes.push(await deleteJob(due, context));
    } catch (error) {
      const { jobId } = due;
      outcomes.push({ jobId, files: 0, bytes: 0, ...outcomeOfError(error, jobId, attempt) });
    }
  }
  await folder.write(object, outcomes);
  return countOutcomes(outcomes, 'deleted');
}

/** @throws ApplicationFailure where the archive's owner, or the person who was asked, didn't allow it */
async function requireAllowed(
  { order, folder }: OpenArchive,
  target: BatchTarget,
  planned: number,
): Promise<void> {
  if (!order.deleteJobs) {
    throw refusal(
      'ARCHIVE_NOT_ALLOWED',
      `Archive ${target.archive} was made without --delete-jobs: nothing is deleted`,
    );
  }
  if (!order.approve) return;
  const decision = await folder.find(archiveLayout.decision(target.passTime));
  if (decision?.decision === 'approve' && decision.jobs === planned) return;
  throw refusal(
    'ARCHIVE_NOT_ALLOWED',
    `The deletions of ${passName(target)} aren’t approved: nothing is deleted. Approve them with doeflow archive approve`,
  );
}
