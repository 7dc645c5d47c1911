import type { RunFolder } from '../job-folder.ts';
import { quoteShell } from './shell-text.ts';

/**
 * The line by which a slot's shell executes one run. The exit code is written by a builtin's redirect after the command ended, so
 * a run that was cut has none. The log is opened for appending, so that the watch over its size may shorten it underneath.
 */
export function runLine(folder: RunFolder, stepsFile: string, run: number): string {
  const work = quoteShell(folder.work);
  return (
    `cd ${work} && HOME=${work} RESCALE_RUN_NUMBER=${run}; unset OLDPWD; ` +
    `( . ${quoteShell(stepsFile)} ) </dev/null >>process_output.log 2>&1; ` +
    `printf '%s\\n' "$?" >${quoteShell(folder.exit)}`
  );
}
