import pMap from 'p-map';
import type { PlatformClient } from '../../src/platform-api/index.ts';

/** One output file of a job, as a peer is told of it. */
export interface OutputFile {
  readonly jobId: string;
  readonly fileId: string;
  readonly bytes: number;
}

/** Jobs that are made and looked at side by side. */
const concurrency = 16;

/** Makes small jobs of one run each and waits until all have completed. */
export async function makeFinishedJobs(
  client: PlatformClient,
  count: number,
): Promise<readonly string[]> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const ids = await pMap(numbers, (number) => submitJob(client, number), { concurrency });
  await pMap(ids, (id) => waitForEnd(client, id), { concurrency });
  return ids;
}

/** Output files of the jobs, all of which are in the platform's lists. */
export async function outputFilesOf(
  client: PlatformClient,
  jobIds: readonly string[],
): Promise<readonly OutputFile[]> {
  const lists = await pMap(
    jobIds,
    async (jobId) => {
      const found: OutputFile[] = [];
      for await (const { id, decryptedSize } of client.jobs.files(jobId)) {
        found.push({ jobId, fileId: id, bytes: decryptedSize ?? 0 });
      }
      return found;
    },
    { concurrency },
  );
  return lists.flat();
}

async function submitJob(client: PlatformClient, number: number): Promise<string> {
  const { id } = await client.jobs.create({
    name: `archive bench ${number}`,
    jobanalyses: [
      {
        analysis: { code: 'user_included', version: '0' },
        command: `echo ${number} > answer; seq 1 1000 > table.csv; echo done > log.txt`,
        hardware: { coreType: 'emerald', coresPerSlot: 1, slots: 1, walltime: 1 },
      },
    ],
    jobvariables: [],
  });
  await client.jobs.submit(id);
  return id;
}

async function waitForEnd(client: PlatformClient, jobId: string): Promise<void> {
  for (;;) {
    for await (const { status } of client.jobs.statuses(jobId)) {
      if (status === 'Completed') return;
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
