import { outputFiles } from '../../src/extract/index.ts';
import type { JobRun, PlatformFile } from '../../src/platform-api/index.ts';
import type { Study } from '../../src/study/study.ts';
import { nameOfFile } from './fetch-run-files.ts';

/** Whether the platform lists all that a run left, as far as one can know. */
export function hasAllFiles(
  study: Study,
  {
    files,
    jobRun,
  }: { readonly files: readonly PlatformFile[]; readonly jobRun: JobRun | undefined },
): boolean {
  const count = jobRun?.outputFileCount;
  if (typeof count === 'number' && files.length >= count) return true;
  const names = new Set(files.map(nameOfFile));
  // What a pattern of `collect` names is known by the count alone.
  const mayBeKept = typeof count === 'number' && study.job.collect.length > 0;
  return !mayBeKept && [...outputFiles(study)].every((name) => names.has(name));
}
