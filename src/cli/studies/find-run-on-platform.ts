import { layout, readJobSpec, readPlatformJobs, specRuns } from '../../store/index.ts';
import type { DocumentFolder } from '../../store/index.ts';

/** Where a run of a study is on the platform. */
export interface RunOnPlatform {
  readonly platformJob: string;
  /** The platform's number of the run within the job, from 1. */
  readonly platformRun: number;
}

/** The newest job that holds a run of the study; undefined when none was made for it. */
export async function findRunOnPlatform(
  folder: DocumentFolder,
  run: number,
): Promise<RunOnPlatform | undefined> {
  let lastJobNumber = 0;
  while (await folder.has(layout.jobSpec(lastJobNumber + 1))) lastJobNumber += 1;
  for (const { jobNumber, jobId } of (await readPlatformJobs(folder, lastJobNumber)).toReversed()) {
    const found = specRuns(await readJobSpec(folder, jobNumber)).find((each) => each.run === run);
    if (found !== undefined) return { platformJob: jobId, platformRun: found.platformRun };
  }
  return undefined;
}
