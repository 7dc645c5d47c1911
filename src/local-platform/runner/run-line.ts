import { basename } from 'node:path';
import { type JobFolder, runFolder } from '../job-folder.ts';
import { readBeginning } from '../../files/index.ts';
import { hereMark, isShellItself, runHere } from '../../fresh-shell.ts';
import type { PlannedFault, RunLine } from '../protocol.ts';
import { quoteShell } from '../../quote-shell.ts';
import { heldFolder, holdFolder, releaseFolder } from './held-folder.ts';

/**
 * What a slot's shell is told before its runs: from then on the line of a run is short. A shell reads each letter of its lines by itself, as others might read the
 * rest: a line of 700 letters takes half a millisecond of processor time.
 */
export function prepareRuns(job: JobFolder, stepsFile: string): string {
  const source = `. ${quoteShell(stepsFile)}`;
  const line = `doeflow_line=${quoteShell(executeRun(job, source, mayRunHere(stepsFile)))}`;
  return mayRunHere(stepsFile) ? `${line}; if ${isShellItself}; then ${source}; fi` : line;
}

/** The steps define a function for a slot's own shell. */
function mayRunHere(stepsFile: string): boolean {
  return readBeginning(stepsFile, hereMark.length + 1)?.toString('utf8') === `${hereMark}\n`;
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
function executeRun(job: JobFolder, command: string, isTriedHere = false): string {
  const { root, work, exit, replaced } = runFolder(job, 0);
  const rootWord = `${quoteShell(root.slice(0, -1))}"$doeflow_run"`;
  const workWord = `${rootWord}/${basename(work)}`;
  const held = `${heldFolder}/${basename(exit)}`;
  const isFree = `{ [ ! -e ${held} ] && [ ! -L ${held} ]; }`;
  const makeFree = `{ command mv -f ${held} ${heldFolder}/${basename(replaced)} </dev/null; ${isFree}; }`;
  const around = `</dev/null >>process_output.log 2>&1 ${releaseFolder}`;
  const inCopy = `( ${command} )`;
  // A copy of the shell costs more than all that a few builtins do. The log may be one that can't be opened.
  const here = `doeflow_code=; ! ${isShellItself} || ${runHere}; [ -n "$doeflow_code" ]`;
  const executed = isTriedHere
    ? `doeflow_code=1; { ${here} || { ${inCopy}; doeflow_code=$?; }; } ${around}`
    : `${inCopy} ${around}; doeflow_code=$?`;
  return (
    `{ if cd ${workWord}; then HOME=${workWord} RESCALE_RUN_NUMBER=$doeflow_run; unset OLDPWD; ${executed}; ` +
    `{ ${isFree} || ${makeFree}; } && printf '%s\\n' "$doeflow_code" >${held}; fi; } ${holdFolder(rootWord)}`
  );
}

/** The command as a fault plan changes it: `$$` is the slot's shell, whose death leaves no exit code. */
function withFault(command: string, { fault }: PlannedFault): string {
  if (fault === 'crash') return 'kill -KILL $$';
  if (fault === 'hang') return 'while :; do sleep 60; done';
  if ('slowMs' in fault) return `sleep ${fault.slowMs / 1000}; ${command}`;
  return `( ${command} ); exit ${fault.exitCode}`;
}
