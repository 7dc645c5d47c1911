/** Deletes one job on the platform: the one thing that can't be undone, so everything is looked at once more just before. */
import {
  fingerprintOf,
  type ArchiveRecord,
  type DueJob,
  type JobOutcome,
} from '../../src/archive/index.ts';
import {
  AuthenticationError,
  NotFoundError,
  PlatformError,
  RateLimitError,
  type PlatformClient,
} from '../../src/platform-api/index.ts';
import type { PassTarget } from '../../src/run/archive-contract.ts';
import { forgetUploads, type Store } from '../../src/store/index.ts';
import { readFileList } from './archive-job.ts';
import { inputFilesOf } from './bag-plan.ts';
import type { CrateFaults } from './crate-faults.ts';
import type { JobCalls } from './job-calls.ts';
import { JobFault } from './job-fault.ts';
import { lookAtJob, type SeenJob } from './look-at-job.ts';
import type { OpenArchive } from './open-archive.ts';
import { isDue } from './plan-deletions.ts';
import { requireCopy, requireCrate } from './require-copy.ts';
import type { SharedInputs } from './shared-inputs.ts';
import type { StudyOfJob } from './studies-of-jobs.ts';

/** What one deletion is given of its batch. */
export interface DeletingContext {
  readonly platform: PlatformClient;
  readonly store: Store;
  readonly archive: OpenArchive;
  readonly target: PassTarget;
  readonly calls: JobCalls;
  readonly inputs: SharedInputs;
  readonly studyOf: StudyOfJob;
  readonly crateFaults: CrateFaults;
  readonly signal: AbortSignal;
}

/** Requests for one job in one pass, where the platform fails at this one and works otherwise. */
const mostTries = 4;
/** A deletion that was accepted may take a moment to show. */
const mostLooks = 5;

/** What became of it. @throws JobFault where the job stays, and what heals */
export async function deleteJob(due: DueJob, context: DeletingContext): Promise<JobOutcome> {
  const { archive, target } = context;
  const { jobId, version } = due;
  const { passTime } = target;
  const record = await archive.destination.record(jobId);
  if (record === undefined) {
    throw new JobFault('refused', 'Its record isn’t in the destination any more');
  }
  const bag = archive.destination.bag(jobId, record.version);
  const sizeOf = async () => {
    const { files, bytes } = await readFileList(bag);
    return { version, files, bytes };
  };
  // An earlier try of this pass.
  if (record.deletedAt === passTime) {
    return { jobId, outcome: 'deleted', ...(await sizeOf()) };
  }
  if (record.goneAt === passTime) return goneOutcome(jobId, await sizeOf());
  if (!isDue(archive, record, passTime) || record.version !== version) {
    throw new JobFault('refused', 'It is no longer what the pass planned to delete');
  }
  await requireCopy(archive, record);
  const size = await sizeOf();
  const seen = await unlessNotFound(() =>
    lookAtJob(context.platform, context.calls, jobId, context.signal),
  );
  if (seen === undefined) {
    if (record.deleting === undefined) {
      await archive.destination.writeRecord({ ...record, goneAt: passTime });
      return goneOutcome(jobId, size);
    }
    await archive.destination.writeRecord({ ...record, deletedAt: passTime });
    return { jobId, outcome: 'deleted', ...size };
  }
  await requireUnchanged(context, record, seen);
  await requireCrate(context, record);
  const keptInputs = archive.order.deleteInputFiles
    ? await context.inputs.reasonToKeep(seen.job)
    : undefined;
  const withInputs = archive.order.deleteInputFiles && keptInputs === undefined;
  const study = withInputs ? await context.studyOf(seen.job.name) : undefined;
  if (study !== undefined) {
    const fileIds = new Set(inputFilesOf(seen.job).map(({ id }) => id));
    // Before they go: a study that is resumed later sends them again.
    await forgetUploads(context.store.study(study.id), fileIds);
  }
  const intended = { ...record, deleting: passTime };
  await archive.destination.writeRecord(intended);
  const refused = await sendDelete(context, jobId, withInputs);
  if (refused !== undefined) {
    const before = record.refusals?.filter((one) => one.passTime !== passTime) ?? [];
    const refusals = [...before, { passTime, reason: refused }];
    await archive.destination.writeRecord({ ...record, deleting: undefined, refusals });
    throw new JobFault('refused', refused);
  }
  await archive.destination.writeRecord({ ...intended, deletedAt: passTime });
  const note =
    keptInputs === undefined ? {} : { reason: `Its input files are kept: ${keptInputs}` };
  return { jobId, outcome: 'deleted', ...size, ...note };
}

async function requireUnchanged(
  { archive, studyOf }: DeletingContext,
  record: ArchiveRecord,
  seen: SeenJob,
): Promise<void> {
  if (!seen.ended) {
    throw new JobFault('refused', `Not deleted: it isn’t ended, its status is ${seen.status}`);
  }
  if (fingerprintOf(seen.evidence) !== record.fingerprint) {
    // Looked at in full by the next pass, whatever its row shows.
    await archive.destination.writeRecord({ ...record, row: undefined, lookedAt: undefined });
    throw new JobFault(
      'refused',
      'Not deleted: it has changed since it was archived. The next pass archives it anew',
    );
  }
  const study = await studyOf(seen.job.name);
  if (study?.open === true) {
    throw new JobFault('refused', `Not deleted: its study ${study.id} is open again`);
  }
}

/** Why the job stays; undefined once the platform has no such job. A lost answer is looked up before the request is made again. */
async function sendDelete(
  context: DeletingContext,
  jobId: string,
  deleteInputFiles: boolean,
): Promise<string | undefined> {
  const { platform, calls, signal } = context;
  const options = { signal, ...(deleteInputFiles ? { deleteInputFiles } : {}) };
  for (let tries = 1; ; tries += 1) {
    try {
      await calls.once(() => platform.jobs.delete(jobId, options));
      break;
    } catch (error) {
      if (!(error instanceof PlatformError) || error instanceof AuthenticationError) throw error;
      // Nothing was asked, and the next turn is far off.
      if (error instanceof RateLimitError) throw error;
      if (error instanceof NotFoundError) {
        if (await isGone(context, jobId)) return undefined;
        return `The platform has the job, and says of the request to delete it that it isn’t there: ${error.message}`;
      }
      if (!error.retryable) return `The platform refuses to delete it: ${error.message}`;
      // Waits for as long as the platform is down.
      if (await isGone(context, jobId)) return undefined;
      if (tries === mostTries) {
        return `The platform fails to delete it, and works otherwise: ${error.message}`;
      }
      await calls.pause(tries);
    }
  }
  for (let looks = 0; looks < mostLooks; looks += 1) {
    if (looks > 0) await calls.pause(looks);
    if (!(await isShown(context, jobId))) return undefined;
  }
  return 'The platform took the request to delete it, and still shows it';
}

async function isGone({ calls }: DeletingContext, jobId: string): Promise<boolean> {
  return (await unlessNotFound(() => calls.job(jobId))) === undefined;
}

/** One look is enough after the platform took the request. */
async function isShown(
  { platform, calls, signal }: DeletingContext,
  jobId: string,
): Promise<boolean> {
  const look = (): Promise<unknown> =>
    calls.about('job', jobId, (id) => platform.jobs.get(id, { signal }));
  return (await unlessNotFound(look)) !== undefined;
}

async function unlessNotFound<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

function goneOutcome(jobId: string, size: Pick<JobOutcome, 'files' | 'bytes'>): JobOutcome {
  const reason = 'It was gone from the platform already; the archive didn’t delete it';
  return { jobId, outcome: 'gone', ...size, reason };
}
