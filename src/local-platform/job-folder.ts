import { join } from 'node:path';

/** Where a job's parts lie below the data folder. Job ids are made by the platform, so they are safe as names. */
export interface JobFolder {
  readonly root: string;
  readonly spec: string;
  /** What the database knew of the job when it was staged. */
  readonly record: string;
  readonly runLines: string;
  readonly journal: string;
  /** Unpacked input files, copied into every work folder. */
  readonly stage: string;
  readonly templates: string;
  /** The steps as shell files. */
  readonly steps: string;
  readonly runs: string;
  readonly temporary: string;
}

/** The folder of one job. */
export function jobFolder(dataFolder: string, jobId: string): JobFolder {
  const root = join(dataFolder, 'jobs', jobId);
  return {
    root,
    spec: join(root, 'job.json'),
    record: join(root, 'record.json'),
    runLines: join(root, 'runs.ndjson'),
    journal: join(root, 'journal.ndjson'),
    stage: join(root, 'stage'),
    templates: join(root, 'templates'),
    steps: join(root, 'steps'),
    runs: join(root, 'runs'),
    temporary: join(root, 'tmp'),
  };
}

/** Where one run's parts lie. `started` and `exit` are the truth about the run, `work` is its home, `replaced` what it put in the place of `exit`. */
export interface RunFolder {
  readonly root: string;
  readonly work: string;
  readonly started: string;
  readonly exit: string;
  readonly replaced: string;
  readonly postOutput: string;
}

/** The folder of one run of a job. */
export function runFolder(job: JobFolder, run: number): RunFolder {
  const root = `${job.runs}/${run}`;
  return {
    root,
    work: `${root}/work`,
    started: `${root}/started`,
    exit: `${root}/exit`,
    replaced: `${root}/exit.replaced`,
    postOutput: `${root}/post`,
  };
}
