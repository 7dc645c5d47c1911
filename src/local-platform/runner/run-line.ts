import { basename } from 'node:path';
import { type JobFolder, runFolder } from '../job-folder.ts';
import type { PlannedFault, RunLine } from '../protocol.ts';
import { quoteShell } from '../../quote-shell.ts';
import { heldFolder, holdFolder, releaseFolder } from './held-folder.ts';

/**
 * What a slot's shell is told before its runs: from then on the line of a run is short. A shell reads each letter of its lines by itself, as others might read the
 * rest: a line of 700 letters takes half a millisecond of processor time.
 */
export function prepareRuns(job: JobFolder, stepsFile: string): string {
  return `doeflow_line=${quoteShell(executeRun(job, `. ${quoteShell(stepsFile)}`))}`;
}

/** The line by which a slot's shell executes one run, once it was told what {@link prepareRuns} says. */
export function runLine(job: JobFolder, stepsFile: string, { run, fault }: RunLine): string {
  const command =
    fault === undefined
      ? 'eval "$doeflow_line"'
      : executeRun(job, withFault(`. ${quoteShell(stepsFile)}`, fault));
  return `doeflow_run=${run}; ${command}`;
}

/**
 * Executes the run whose number is in `doeflow_run`. The exit code is written by a builtin's redirect after the command ended, so
 * a run that was cut has none. What the run put in that file's place is moved away and never opened: a pipe would hold up the slot for
 * ever. The run's folder is held open meanwhile and written to by that, whatever the run puts in its place. The log is opened for appending,
 * so that the watch over its size may shorten it underneath.
 */
function executeRun(job: JobFolder, command: string): string {
  const { root, work, exit, replaced } = runFolder(job, 0);
  const rootWord = `${quoteShell(root.slice(0, -1))}"$doeflow_run"`;
  const workWord = `${rootWord}/${basename(work)}`;
  const held = `${heldFolder}/${basename(exit)}`;
  const isFree = `{ [ ! -e ${held} ] && [ ! -L ${held} ]; }`;
  const makeFree = `{ command mv -f ${held} ${heldFolder}/${basename(replaced)} </dev/null; ${isFree}; }`;
  return (
    `{ if cd ${workWord}; then HOME=${workWord} RESCALE_RUN_NUMBER=$doeflow_run; unset OLDPWD; ` +
    `( ${command} ) </dev/null >>process_output.log 2>&1 ${releaseFolder}; ` +
    `doeflow_code=$?; { ${isFree} || ${makeFree}; } && printf '%s\\n' "$doeflow_code" >${held}; fi; } ${holdFolder(rootWord)}`
  );
}

/** The command as a fault plan changes it: `$$` is the slot's shell, whose death leaves no exit code. */
function withFault(command: string, { fault }: PlannedFault): string {
  if (fault === 'crash') return 'kill -KILL $$';
  if (fault === 'hang') return 'while :; do sleep 60; done';
  if ('slowMs' in fault) return `sleep ${fault.slowMs / 1000}; ${command}`;
  return `( ${command} ); exit ${fault.exitCode}`;
}
