/** Jobs that were stopped though their study had not ended: by the study itself, or by the reaper when nobody answered for it. */
import type { z } from 'zod';
import type { DocumentFolder } from '../objects/index.ts';
import { layout } from './layout.ts';
import type { jobStoppedSchema } from './schemas/job-records.ts';

/** Who had a job stopped, when and why. */
export type JobStopped = Readonly<z.output<typeof jobStoppedSchema>>;

/** Keeps who stopped a job, before it is stopped: who was first stays. */
export async function keepJobStopped(
  folder: DocumentFolder,
  jobNumber: number,
  stopped: JobStopped,
): Promise<void> {
  const object = layout.jobStopped(jobNumber);
  if (await folder.create(object, stopped)) return;
  // One of another platform job of that number says nothing of this one, and one that had ended can't be stopped.
  const { jobId, wasOver } = await folder.read(object);
  if (jobId !== stopped.jobId || wasOver === true) await folder.write(object, stopped);
}

/** Takes back that the reaper stops a job, as the platform refused it. */
export async function forgetJobReaped(folder: DocumentFolder, jobNumber: number): Promise<void> {
  const object = layout.jobStopped(jobNumber);
  if ((await folder.find(object))?.by === 'reaper') await folder.remove(object);
}

/** Who stopped this platform job of a study; undefined where nobody of doeflow did. */
export async function findJobStopped(
  folder: DocumentFolder,
  jobNumber: number,
  jobId: string,
): Promise<JobStopped | undefined> {
  const stopped = await folder.find(layout.jobStopped(jobNumber));
  return stopped?.jobId === jobId ? stopped : undefined;
}

/** The jobs of a study that were stopped though it had not ended, by number; those that the reaper only found ended are not among them. */
export async function readStoppedJobs(
  folder: DocumentFolder,
): Promise<readonly (Pick<JobStopped, 'by'> & { readonly jobNumber: number })[]> {
  const { objects } = await folder.list(layout.allJobs);
  const numbers = objects.flatMap((name) => numberOfStoppedJob(name) ?? []);
  const found = await Promise.all(
    numbers
      .sort((a, b) => a - b)
      .map(async (jobNumber) => ({
        ...{ jobNumber, stopped: await folder.find(layout.jobStopped(jobNumber)) },
      })),
  );
  return found.flatMap(({ jobNumber, stopped }) =>
    stopped === undefined || stopped.wasOver === true ? [] : { jobNumber, by: stopped.by },
  );
}

function numberOfStoppedJob(name: string): number | undefined {
  const [, number] = /^(\d+)-stopped\.json$/u.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
}
