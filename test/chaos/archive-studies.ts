import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { runStudy } from '../studies/run-study.ts';
import { uniform, writeAwkStudy } from '../studies/write-study.ts';
import type { ArchiveHome } from './archive-home.ts';
import { multiplyJobs } from './multiply-jobs.ts';

/** What a platform is to hold for an archive. */
export interface ArchiveLoad {
  /** Finished jobs of each of the three studies, one run each: so many are run, and each stands for `times` of them. */
  readonly jobsPerStudy: number;
  readonly times: number;
  /** Files that each job writes besides the logs and what the study reads. */
  readonly filesPerJob: number;
  /** Size of each of them on average. */
  readonly bytesPerFile: number;
  /** Those of the jobs that aren't run are one hole of just this size, and those of the jobs that are run are small. */
  readonly isSparse?: boolean;
}

/** Names of the studies. */
export const archivedStudies = ['bracket', 'lever', 'spring'] as const;

/** Bytes of a line that a job writes. */
const lineBytes = 60;

/** Runs three studies to their ends, side by side, and multiplies their jobs, all of which stay on the platform. */
export async function runArchivedStudies(
  home: Pick<ArchiveHome, 'env' | 'platformFolder'>,
  folder: string,
  { jobsPerStudy, times, filesPerJob, bytesPerFile, isSparse = false }: ArchiveLoad,
): Promise<void> {
  const lines = isSparse ? 100 : bytesPerFile / lineBytes;
  mkdirSync(folder, { recursive: true });
  await Promise.all(
    archivedStudies.map((name, index) => {
      const study = writeAwkStudy(folder, {
        ...{ name, inputs: { x: uniform(0, 1) }, outputs: { y: `${index + 2} * x` } },
        first: `  for (i = 1; i <= ${filesPerJob}; i++) {
    file = "field" i ".txt"
    for (n = 1; n <= ${lines} * (0.5 + x); n++) printf "%9d %9d %39.17g\\n", i, n, x * n > file
    close(file)
  }`,
        design: `{ method: monte-carlo, runs: ${jobsPerStudy / times}, seed: ${index + 1} }`,
        further: 'execution: { runsPerJob: 1, maxConcurrentJobs: 12 }',
      });
      return runStudy(study, join(folder, 'results'), home.env, doeflowInProcess);
    }),
  );
  multiplyJobs(home.platformFolder, { times, fieldBytes: bytesPerFile, isSparse });
}
