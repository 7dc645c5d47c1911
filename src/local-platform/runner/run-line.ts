import { basename } from 'node:path';
import type { RunFolder } from '../job-folder.ts';
import type { PlannedFault } from '../protocol.ts';
import { quoteShell } from '../../quote-shell.ts';
import { heldFolder, holdFolder, releaseFolder } from './held-folder.ts';

/**
 * The line by which a slot's shell executes one run. The exit code is written by a builtin's redirect after the command ended, so
 * a run that was cut has none. What the run put in that file's place is moved away and never opened: a pipe would hold up the slot for
 * ever. The run's folder is held open meanwhile and written to by that, whatever the run puts in its place. The log is opened for appending,
 * so that the watch over its size may shorten it underneath.
 */
export function runLine(
  folder: RunFolder,
  stepsFile: string,
  run: number,
  planned?: PlannedFault,
): string {
  const work = quoteShell(folder.work);
  const exit = `${heldFolder}/${basename(folder.exit)}`;
  const isFree = `[ ! -e ${exit} ] && [ ! -L ${exit} ]`;
  return (
    `{ if cd ${work}; then HOME=${work} RESCALE_RUN_NUMBER=${run}; unset OLDPWD; ` +
    `( ${withFault(`. ${quoteShell(stepsFile)}`, planned)} ) </dev/null >>process_output.log 2>&1 ${releaseFolder}; ` +
    `doeflow_code=$?; { ${isFree}; } || command mv -f ${exit} ${heldFolder}/${basename(folder.replaced)} </dev/null; ` +
    `{ ${isFree}; } && printf '%s\\n' "$doeflow_code" >${exit}; fi; } ${holdFolder(quoteShell(folder.root))}`
  );
}

/** The command as a fault plan changes it: `$$` is the slot's shell, whose death leaves no exit code. */
function withFault(command: string, planned: PlannedFault | undefined): string {
  if (planned === undefined) return command;
  const { fault } = planned;
  if (fault === 'crash') return 'kill -KILL $$';
  if (fault === 'hang') return 'while :; do sleep 60; done';
  if ('slowMs' in fault) return `sleep ${fault.slowMs / 1000}; ${command}`;
  return `( ${command} ); exit ${fault.exitCode}`;
}
