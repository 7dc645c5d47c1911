/** What the platform shows of a job now: all that is compared before it is archived again or deleted. */
import type { JobEvidence } from '../../src/archive/index.ts';
import {
  collect,
  isTerminalJobStatus,
  NotFoundError,
  PermissionError,
  type Job,
  type PlatformClient,
  type PlatformFile,
  type StatusEntry,
} from '../../src/platform-api/index.ts';
import type { JobCalls } from './job-calls.ts';

/** A job as it was seen. */
export interface SeenJob {
  readonly job: Job;
  readonly files: readonly PlatformFile[];
  readonly evidence: JobEvidence;
  /** Display name; `Not Started` for a job that was never submitted. */
  readonly status: string;
  readonly ended: boolean;
  /** What the platform doesn't serve, as sentences. */
  readonly notes: readonly string[];
}

/** Looks at a job. @throws NotFoundError when it isn't there */
export async function lookAtJob(
  platform: PlatformClient,
  calls: JobCalls,
  jobId: string,
  signal: AbortSignal,
): Promise<SeenJob> {
  const notes: string[] = [];
  const optional = <T>(what: string, read: () => Promise<T>): Promise<T | undefined> =>
    unlessNotServed(what, notes, read, () => calls.job(jobId));
  const job = await calls.job(jobId);
  const statuses = await calls.rows('statuses', jobId, (id) =>
    platform.jobs.statuses(id, { signal }),
  );
  const [clusterStatuses, customFields, files] = await Promise.all([
    optional('the history of the job’s cluster', () =>
      calls.about('cluster-statuses', jobId, (id) =>
        collect(platform.jobs.clusterStatuses(id, { signal })),
      ),
    ),
    optional('custom fields', () =>
      calls.about('custom-fields', jobId, (id) => platform.customFields.values(id, { signal })),
    ),
    calls.rows('files', jobId, (id) => platform.jobs.files(id, { signal })),
  ]);
  const evidence: JobEvidence = {
    job,
    statuses,
    clusterStatuses: clusterStatuses ?? null,
    customFields: customFields ?? null,
    files: files.map((file) => ({
      id: file.id,
      path: file.path ?? file.relativePath ?? file.name,
      bytes: file.decryptedSize ?? -1,
      md5: file.md5?.toLowerCase() ?? '',
    })),
  };
  const status = statuses[0]?.status ?? 'Not Started';
  return { job, files, evidence, status, ended: hasEnded(statuses), notes };
}

/** True when any entry of the history is a job's end: entries after it may tell of its cluster. */
export function hasEnded(statuses: readonly StatusEntry[]): boolean {
  return statuses.some(({ status }) => isTerminalJobStatus(status));
}

/** When the job ended, ISO 8601 as the platform writes it; undefined where it hasn't, or the platform doesn't date it. */
export function endOf(statuses: readonly StatusEntry[]): string | undefined {
  return statuses.find(({ status }) => isTerminalJobStatus(status))?.statusDate ?? undefined;
}

/** What `read` gives; undefined, with a note, where the platform doesn't serve it. @param job tells a missing endpoint from a missing job */
export async function unlessNotServed<T>(
  what: string,
  notes: string[],
  read: () => Promise<T>,
  job: () => Promise<unknown>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof NotFoundError || error instanceof PermissionError)) throw error;
    await job();
    notes.push(`The platform doesn’t serve ${what}: ${error.message}`);
    return undefined;
  }
}
