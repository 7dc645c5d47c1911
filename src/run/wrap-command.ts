/** The shell text around the user's commands. POSIX, for dash and bash; names begin with `doeflow_` to stay out of the way. */
import { inputsName, runMarkerName } from './run-marker.ts';

export interface WrapOptions {
  readonly command: string;
  /** Letters, digits, `-`, `_` and `.`: what tells this attempt's marker from another's. */
  readonly attemptKey: string;
  /** Which of the run's analyses this is, from 0. */
  readonly position: { readonly index: number; readonly count: number };
  readonly runWalltimeSeconds?: number;
}

/** Seconds between asking an overdue command to end and killing it. */
const graceSeconds = 10;

/**
 * Shell text that runs the command in a shell of its own, then leaves the marker, then ends with the command's own code. Whatever the
 * command does to its shell (`exit`, `cd`, a syntax error, `set -e`) ends with it.
 * @throws RangeError for an attempt key that the shell or the marker could misread
 */
export function wrapCommand(options: WrapOptions): string {
  const { command, attemptKey, position, runWalltimeSeconds } = options;
  if (!/^[\w.-]+$/u.test(attemptKey)) {
    throw new RangeError(`Expected an attempt key of letters and digits, got ${attemptKey}`);
  }
  const isFirst = position.index === 0;
  return [
    'doeflow_folder=$PWD',
    `doeflow_marker=$PWD/${runMarkerName}`,
    // A shell under -e must live to write the marker; the command still gets what it had.
    'case $- in *e*) doeflow_errexit=-e;; *) doeflow_errexit=+e;; esac',
    'set +e',
    // A marker of an earlier try of this run proves nothing about this one.
    ...(isFirst ? [': > "$doeflow_marker"'] : []),
    ...(runWalltimeSeconds === undefined
      ? runFreely(command)
      : runInTime(command, runWalltimeSeconds)),
    ...(isFirst ? heading(attemptKey) : []),
    ...(runWalltimeSeconds === undefined ? [] : [noteTimeout(position.index)]),
    `printf 'exit\\t${position.index}\\t%s\\n' "$doeflow_code" >> "$doeflow_marker"`,
    'set $doeflow_errexit',
    ...endWith('doeflow_code'),
  ].join('\n');
}

/** Post-process command that also prints the marker's exit code, as `doeflow_exit<TAB>code`, among the run's values. */
export function wrapPostProcess(command: string): string {
  return [
    `( eval ${quote(command)} )`,
    'doeflow_code=$?',
    'doeflow_exit=',
    `if [ -f ${runMarkerName} ]; then while IFS='\t' read -r doeflow_kind doeflow_index doeflow_value; do`,
    'case $doeflow_kind in exit) doeflow_exit=$doeflow_value;; esac',
    `done < ${runMarkerName}; fi`,
    // On a line of its own, also behind output that ended without one.
    `if [ -n "$doeflow_exit" ]; then printf '\\ndoeflow_exit\\t%s\\n' "$doeflow_exit"; fi`,
    ...endWith('doeflow_code'),
  ].join('\n');
}

function runFreely(command: string): string[] {
  return [`( set $doeflow_errexit; eval ${quote(command)} )`, 'doeflow_code=$?'];
}

/**
 * Under `timeout`, the inner shell tells by descriptor 3 that the command ended by itself: a command's own 124 or 137 (out of memory)
 * must not pass for a timeout. The command doesn't get that descriptor, so that what it leaves running holds nothing up.
 */
function runInTime(command: string, seconds: number): string[] {
  const inner = [
    `( set \${doeflow_errexit:-+e}; eval ${quote(command)} ) 3>&-`,
    'doeflow_code=$?',
    `printf '%s' "$doeflow_code" >&3`,
    'exit "$doeflow_code"',
  ].join('\n');
  return [
    '{ doeflow_ended=$(',
    `doeflow_errexit=$doeflow_errexit timeout -k ${graceSeconds} ${seconds} "\${BASH:-sh}" -c ${quote(inner)} 3>&1 >&4 4>&-`,
    '); doeflow_code=$?; } 4>&1',
  ];
}

function heading(attemptKey: string): string[] {
  return [
    `printf 'doeflow 1 ${attemptKey}\\n' > "$doeflow_marker"`,
    `if [ -f "$doeflow_folder/${inputsName}" ]; then`,
    'while IFS= read -r doeflow_line || [ -n "$doeflow_line" ]; do',
    `printf 'in\\t%s\\n' "$doeflow_line"`,
    `done < "$doeflow_folder/${inputsName}" >> "$doeflow_marker"; fi`,
  ];
}

function noteTimeout(index: number): string {
  return `case $doeflow_ended/$doeflow_code in /124|/137) printf 'timeout\\t${index}\\n' >> "$doeflow_marker";; esac`;
}

/** Gives the shell a last exit code without ending it. */
function endWith(variable: string): string[] {
  return ['doeflow_end() { return "$1"; }', `doeflow_end "$${variable}"`];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
