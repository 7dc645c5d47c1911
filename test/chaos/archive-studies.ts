import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { runStudy, type EndedStudy } from '../studies/run-study.ts';
import { uniform, writeAwkStudy } from '../studies/write-study.ts';
import type { EmbeddedHome } from './embedded-home.ts';

/** What a platform is to hold for an archive. */
export interface ArchiveLoad {
  /** Finished jobs of each of the three studies, one run each. */
  readonly jobsPerStudy: number;
  /** Files that each job writes besides the logs and what the study reads. */
  readonly filesPerJob: number;
  /** Size of each of them in lines of 60 bytes, on average: equal jobs would be copied in step, and a kill hit all of them at the same point. */
  readonly linesPerFile: number;
}

/** Names of the studies. */
export const archivedStudies = ['bracket', 'lever', 'spring'] as const;

/** Runs three studies to their ends, side by side; all of their jobs stay on the platform. */
export async function runArchivedStudies(
  home: EmbeddedHome,
  folder: string,
  { jobsPerStudy, filesPerJob, linesPerFile }: ArchiveLoad,
): Promise<readonly EndedStudy[]> {
  mkdirSync(folder, { recursive: true });
  return Promise.all(
    archivedStudies.map((name, index) => {
      const study = writeAwkStudy(folder, {
        ...{ name, inputs: { x: uniform(0, 1) }, outputs: { y: `${index + 2} * x` } },
        first: `  for (i = 1; i <= ${filesPerJob}; i++) {
    file = "field" i ".txt"
    for (n = 1; n <= ${linesPerFile} * (0.5 + x); n++) printf "%9d %9d %39.17g\\n", i, n, x * n > file
    close(file)
  }`,
        design: `{ method: monte-carlo, runs: ${jobsPerStudy}, seed: ${index + 1} }`,
        further: 'execution: { runsPerJob: 1, maxConcurrentJobs: 12 }',
      });
      return runStudy(study, join(folder, 'results'), home.env, doeflowInProcess);
    }),
  );
}
