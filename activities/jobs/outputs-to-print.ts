import { namedBy, outputFiles } from '../../src/extract/index.ts';
import { inputsName, printLimit, runMarkerName, type PrintOptions } from '../../src/run/index.ts';
import type { JobSpec } from '../../src/store/index.ts';
import type { Study } from '../../src/study/study.ts';
import { logName } from './has-all-files.ts';

/** A path that a shell finds as the platform lists it, and that is no pattern of `collect`. */
const plainPath = /^(?!\/)[^*?[\]{}()!+@\p{Cc}]+$/u;

/**
 * Files that the runs of a job print; undefined for none. A study that reads or keeps what its runs print gets its log as its own programs wrote
 * it.
 */
export function outputsToPrint(
  { job, variables }: Study,
  { printing, expectedRuns }: Pick<JobSpec, 'printing' | 'expectedRuns'>,
): Omit<PrintOptions, 'processes'> | undefined {
  if (printing === undefined) return undefined;
  const read = outputFiles({ variables });
  if (read.has(logName) || namedBy(job.collect, [logName]).names.size > 0) return undefined;
  const files = [...new Set([...read, ...job.collect])].filter(
    (name) => plainPath.test(name) && name !== runMarkerName && name !== inputsName,
  );
  return files.length === 0 ? undefined : { files, mostBytes: printLimit(expectedRuns) };
}
