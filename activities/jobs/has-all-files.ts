import { outputFiles } from '../../src/extract/index.ts';
import type { JobRun, PlatformFile } from '../../src/platform-api/index.ts';
import type { Study } from '../../src/study/study.ts';
import { nameOfFile } from './fetch-run-files.ts';

/** What the platform shows of a run. */
interface ShownRun {
  readonly files: readonly PlatformFile[];
  readonly jobRun: JobRun | undefined;
}

/** The file with what a run printed. */
export const logName = 'process_output.log';

/** Whether the platform lists all that a run left, as far as one can know. */
export function hasAllFiles(study: Study, run: ShownRun): boolean {
  const count = run.jobRun?.outputFileCount;
  if (isCounted(run)) return true;
  const names = new Set(run.files.map(nameOfFile));
  // What a pattern of `collect` names is known by the count alone.
  const mayBeKept = typeof count === 'number' && study.job.collect.length > 0;
  return !mayBeKept && [...outputFiles(study)].every((name) => names.has(name));
}

/** Whether it lists what a failed run printed, or surely no more than it does. */
export function hasLog(run: ShownRun): boolean {
  return isCounted(run) || run.files.some((file) => nameOfFile(file) === logName);
}

function isCounted({ files, jobRun }: ShownRun): boolean {
  const count = jobRun?.outputFileCount;
  return typeof count === 'number' && files.length >= count;
}
