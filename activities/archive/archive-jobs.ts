import { archiveLayout, type JobOutcome } from '../../src/archive/index.ts';
import type { BatchTarget, PassCounts } from '../../src/run/archive-contract.ts';
import type { Trouble } from '../../src/run/trouble.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { archiveJob } from './archive-job.ts';
import { countOutcomes } from './count-outcomes.ts';
import { inWindow } from './in-window.ts';
import { JobCalls } from './job-calls.ts';
import { outcomeOfError } from './job-fault.ts';
import { openArchive, readBatch } from './open-archive.ts';

/** Jobs of a batch that are worked on at a time. */
const jobsAtATime = 6;

/** Copies the jobs of a batch. A job that can't be had is recorded with its reason; what heals is waited for. */
export async function archiveJobs(
  dependencies: ActivityDependencies,
  target: BatchTarget,
  { signal, attempt, show }: ActivityRun,
): Promise<PassCounts> {
  const archive = await openArchive(dependencies, target.archive);
  const object = archiveLayout.archived(target.passTime, target.batch);
  const before = await archive.folder.find(object);
  if (before !== undefined) return countOutcomes(before, 'archived');
  const jobs = await readBatch(archive.folder, target);

  let [done, bytes] = [0, 0];
  let trouble: Trouble | undefined;
  const showAll = (): void =>
    show({ batch: target.batch, jobs: jobs.length, done, bytes, ...(trouble && { trouble }) });
  let calls: JobCalls | undefined;
  const jobIds = jobs.map(({ jobId }) => jobId);
  const outcomes = await inWindow(
    jobs,
    { width: jobsAtATime, signal },
    async (choice, ending): Promise<JobOutcome> => {
      // One for all: what works for one job tells what is wrong with another.
      calls ??= new JobCalls(dependencies, jobIds, {
        signal: ending,
        onWait: (wait) => {
          trouble = wait;
          showAll();
        },
      });
      const onBytes = (more: number): void => {
        bytes += more;
        showAll();
      };
      try {
        return await archiveJob(dependencies, choice, {
          ...{ target, archive, calls, signal: ending, onBytes },
        });
      } catch (error) {
        ending.throwIfAborted();
        const { jobId } = choice;
        return { jobId, files: 0, bytes: 0, ...outcomeOfError(error, jobId, attempt) };
      } finally {
        done += 1;
        showAll();
      }
    },
  );
  await archive.folder.write(object, outcomes);
  return countOutcomes(outcomes, 'archived');
}
