/** Files in which a run's programs may have written what others print: `solver > log.txt 2>&1`. */
import { inputsName, runMarkerName } from './run-marker.ts';

/** Files of one run that are looked into. */
const fewest = 3;

const namedAsLog =
  /^(?:log|stdout|stderr|std|err|error|out|output)s?[._-]|^(?:log|stdout|stderr|err|out)s?$|\.(?:log|out|err|msg|sta|stdout|stderr)$/iu;

/**
 * Those that are likely to tell why the run failed, the likeliest first: what is named like a log, then what its outputs read.
 * @param names of all files of the run @param read names of the files that outputs read
 */
export function likelyLogs(names: readonly string[], read: ReadonlySet<string>): readonly string[] {
  const own = new Set<string>([inputsName, runMarkerName]);
  const isLog = (name: string): boolean => namedAsLog.test(name.split('/').at(-1) ?? '');
  return names
    .filter((name) => !own.has(name) && (isLog(name) || read.has(name)))
    .sort((a, b) => Number(isLog(b)) - Number(isLog(a)) || (a < b ? -1 : 1))
    .slice(0, fewest);
}
