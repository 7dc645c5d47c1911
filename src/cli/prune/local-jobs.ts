/** What studies have on the local platform of this home: measured on its disk, and removed through its API, as any client would. */
import { join } from 'node:path';
import { measureTree } from '../../files/index.ts';
import { homeFiles } from '../../host/supervisor/home-files.ts';
import { isNotServed, PlatformError, type PlatformClient } from '../../platform-api/index.ts';

/** What of a study is on the local platform. */
export interface LocalThings {
  readonly jobIds: readonly string[];
  readonly fileIds: readonly string[];
}

/** Bytes of the jobs' folders. */
export async function measureLocalJobs(home: string, jobIds: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const jobId of jobIds) bytes += await bytesOfJob(home, jobId);
  return bytes;
}

/** Removes jobs with their files, and uploads. @returns the bytes that are gone, and what is left with the reason */
export async function removeLocal(
  platform: PlatformClient,
  home: string,
  { jobIds, fileIds }: LocalThings,
): Promise<{ readonly bytes: number; readonly left: readonly string[] }> {
  const left: string[] = [];
  let bytes = 0;
  for (const jobId of jobIds) {
    const before = await bytesOfJob(home, jobId);
    const problem = await unlessGone(() => platform.jobs.delete(jobId, { deleteInputFiles: true }));
    if (problem !== undefined) left.push(`job ${jobId} of the local platform: ${problem}`);
    bytes += before - (await bytesOfJob(home, jobId));
  }
  for (const fileId of fileIds) {
    const problem = await unlessGone(() => platform.files.delete(fileId));
    if (problem !== undefined) left.push(`file ${fileId} of the local platform: ${problem}`);
  }
  return { bytes, left };
}

/** Why it isn't gone. */
async function unlessGone(remove: () => Promise<unknown>): Promise<string | undefined> {
  try {
    const answer = await remove();
    return isNotServed(answer) ? 'it offers no way to delete it' : undefined;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return error.code === 'API_NOT_FOUND' ? undefined : error.message;
  }
}

/** Ids were made by the platform; one that came from elsewhere must not lead out of its folder. */
async function bytesOfJob(home: string, jobId: string): Promise<number> {
  if (!/^[\w-]+$/u.test(jobId)) return 0;
  return (await measureTree(join(homeFiles(home).platformData, 'jobs', jobId))).bytes;
}
