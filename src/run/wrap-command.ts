/**
 * The shell text around a run's processes, which leaves the marker. POSIX, for dash and bash; names begin with `doeflow_` to stay out of
 * the way.
 */
import { takeFreshShell } from '../fresh-shell.ts';
import { quoteShell } from '../quote-shell.ts';
import {
  beginMarker,
  defineClear,
  holdMarker,
  letMarkerGo,
  markerFile,
  nameMarker,
} from './marker-place.ts';
import { printOutputs, type PrintOptions } from './print-outputs.ts';
import { guarded, readInputs, type RunEnvironment, settingLines } from './run-environment.ts';
import { isOverdue, runInTime } from './run-in-time.ts';
import { noticeUnseen, noticeUnseenHere, patternOfUnseen } from './notice-unseen.ts';
import { defineRead, printLines } from './print-lines.ts';
import { isBuiltinCommand, isPlainCommand } from './plain-command.ts';
import { defineHere, mayRunHere } from './run-here.ts';
import {
  failureLineStart,
  markerWords,
  type ProcessKind,
  replacedWord,
  runMarkerName,
  type RunProcess,
  toldWord,
} from './run-marker.ts';

/** Of a marker. */
const firstWords = 'doeflow 1';

export interface WrapOptions extends RunProcess {
  readonly command: string;
  /** Letters, digits, `-`, `_` and `.`: what tells this attempt's marker from another's. */
  readonly attemptKey: string;
  /** All processes of the run, in order. */
  readonly processes: readonly RunProcess[];
  /** Environment variables that hold the run's inputs, and those made of them. */
  readonly environment?: RunEnvironment;
  /** Limit for each process of the run by itself. */
  readonly runWalltimeSeconds?: number;
  /** What is printed behind the process, where all ended well; for a post-process, the last of its run. */
  readonly print?: Omit<PrintOptions, 'processes'> | undefined;
}

/**
 * Shell text that runs one process of a run in a shell of its own, then adds its lines to the marker, then ends with the process's own
 * code. Whatever the process does to its shell (`exit`, `cd`, a syntax error, `set -e`) or to the marker's file ends with it.
 * @throws RangeError for an attempt key that the shell or the marker could misread
 */
export function wrapCommand(options: WrapOptions): string {
  const { kind, analysis, attemptKey, processes, environment, runWalltimeSeconds: limit } = options;
  const own = inPlaceOfShell(options.command) ?? noticeUnseen(options);
  // Shells hold what they close for a command alone, so the command's own shell lets go of it.
  const command = `${letMarkerGo}; ${environment === undefined ? own : guarded(own, environment)}`;
  if (!/^[\w.-]+$/u.test(attemptKey)) {
    throw new RangeError(`Expected an attempt key of letters and digits, got ${attemptKey}`);
  }
  const [first] = processes;
  const isFirst = first?.kind === kind && first.analysis === analysis;
  return [
    ...(limit === undefined ? runHere(options) : []),
    nameMarker,
    // A shell under -e must live to write the marker; the process still gets what it had.
    'case $- in *e*) doeflow_errexit=-e;; *) doeflow_errexit=+e;; esac',
    'set +e',
    ...defineClear,
    ...defineRead,
    letMarkerGo,
    // Read before the process may remove the files.
    ...(isFirst
      ? [`doeflow_lines='${firstWords} ${attemptKey}'`]
      : ['doeflow_lines=$(', ...printLines(markerFile), ')']),
    ...readInputs({ isKept: kind === 'command' && analysis === 0, environment }),
    // A marker of an earlier try of this run proves nothing about this one.
    ...(isFirst ? beginMarker : []),
    holdMarker,
    ...settingLines(environment),
    // bash where there is one, on every platform.
    'doeflow_shell=${BASH:-$(command -v bash || echo sh)}',
    'doeflow_told=',
    ...defineFinish(options),
    // Lives on where all processes of a run are told to end, to tell how the process ended.
    "trap 'doeflow_told=1' TERM",
    ...(limit === undefined ? runFreely(command, options) : runInTime(command, limit)),
    'doeflow_finish',
    ...(options.print === undefined ? [] : printBehind(options, options.print)),
    'set $doeflow_errexit',
    // Gives the shell a last exit code without ending it.
    'doeflow_end() { return "$1"; }',
    'doeflow_end "$doeflow_code"',
  ].join('\n');
}

/** For a run that needs no wrapper around it. */
function runHere({ kind, analysis, command, attemptKey, ...options }: WrapOptions): string[] {
  const { processes, environment } = options;
  if (!mayRunHere(command, processes, environment?.settings ?? {})) return [];
  const { required = [] } = environment ?? {};
  const own = noticeUnseenHere({ kind, analysis, command });
  return defineHere({
    ...{ kind, analysis, command, required },
    text: environment === undefined ? own : guarded(own, environment),
    reading: [
      `doeflow_lines='${firstWords} ${attemptKey}'`,
      ...readInputs({ isKept: true, environment, declare: 'local' }),
    ],
  });
}

/** Defines `doeflow_finish`, which adds the process's lines to the marker. */
function defineFinish({ kind, analysis, runWalltimeSeconds: limit }: WrapOptions): string[] {
  return [
    'doeflow_finish() {',
    'trap - TERM',
    // Before what the process left there is written over.
    `${nameMarker} doeflow_unseen=`,
    'if [ -s "$doeflow_marker" ]; then doeflow_unseen=$(',
    ...printLines(markerFile, patternOfUnseen({ kind, analysis })),
    '); fi',
    'if doeflow_clear; then {',
    `printf '%s\\n' "$doeflow_lines" \${doeflow_unseen:+"$doeflow_unseen"}`,
    `[ -z "$doeflow_replaced" ] || printf '${replacedWord}\\t${analysis}\\t${markerWords[kind]}\\t%s\\n' "$doeflow_replaced"`,
    `[ -z "$doeflow_told" ] || printf '${toldWord}\\t${analysis}\\n'`,
    ...(limit === undefined ? [] : [noteTimeout(kind, analysis)]),
    `printf '${markerWords[kind]}\\t${analysis}\\t%s\\n' "$doeflow_code"`,
    '} > "$doeflow_marker"',
    `else printf '\\ndoeflow: %s stands in the place of ${runMarkerName} and can not be removed\\n' "$doeflow_replaced" >&2; fi`,
    ...(kind === 'command' ? [] : [noteFailure(kind, analysis)]),
    `${letMarkerGo}; }`,
  ];
}

/** The process's own line isn't among those that were read. */
function printBehind(
  { kind, analysis, processes }: WrapOptions,
  print: Omit<PrintOptions, 'processes'>,
): string[] {
  const line = `${markerWords[kind]}\t${analysis}\t$doeflow_code`;
  return [`doeflow_lines="$doeflow_lines\n${line}"`, ...printOutputs({ ...print, processes })];
}

/**
 * A command that is one program takes its shell's place: all that is told to end is then that program, and its code is the run's, also where
 * it saves its state first. Any other command ends with its shell, so that what it leaves half done never passes for done.
 * @returns undefined for any other command
 */
function inPlaceOfShell(command: string): string | undefined {
  const program = programOf(command);
  if (program === undefined) return undefined;
  if (builtins.has(program)) return command.trim();
  return `case $(command -v ${program}) in */*) exec ${command.trim()}\n;; *) ${command.trim()}\n;; esac`;
}

/** What each shell executes itself: it need not be asked. */
const builtins: ReadonlySet<string> = new Set(
  ': [ cd command echo eval exec exit export false kill printf pwd read set test trap true ulimit umask wait'.split(
    ' ',
  ),
);

/** The program that a command consists of; undefined for one of several commands, or whose program stands in quotes or a variable. */
function programOf(command: string): string | undefined {
  const bare = command
    .trim()
    .replaceAll(/'[^']*'|"(?:[^"\\`$]|\\.|\$(?!\())*"|\\[^\n]/gu, 'quoted')
    .replaceAll(/>&\d/gu, '');
  return /^([\w./-]+)(?:[ \t][^;&|()`'"\n]*)?$/u.exec(bare)?.[1];
}

function runFreely(text: string, { command, environment }: WrapOptions): string[] {
  // A shell of its own, so that a command that ends `$$` ends itself, and not what tells of it.
  const own = '"$doeflow_shell" "$doeflow_errexit" -c "$doeflow_command"';
  const { required = [], settings = {} } = environment ?? {};
  const isPlain = isPlainCommand(command) && Object.keys(settings).length === 0;
  const shell = isBuiltinCommand(command) ? { endsBy: endTold } : 'copy';
  return [
    `doeflow_command=${quoteShell(text)}`,
    ...(isPlain ? [takeFreshShell(shell, required, own)] : [own, 'doeflow_code=$?']),
  ];
}

/** What else has the signal's default, such as a builtin that waits for the other end of a pipe, ends so. */
const endTold = 'doeflow_told=1; doeflow_code=143; doeflow_finish; exit 143';

/** Where it was told to end, that was not by its limit. */
function noteTimeout(kind: ProcessKind, analysis: number): string {
  const place = kind === 'command' ? `${analysis}` : `${analysis}\\t${markerWords[kind]}`;
  return `[ -n "$doeflow_told" ] || { ${isOverdue} && printf 'timeout\\t${place}\\n'; }`;
}

/** For readers of the log, on standard error: a post-process prints values on its standard output. */
function noteFailure(kind: ProcessKind, analysis: number): string {
  const line = `${failureLineStart}: ${kind} of analysis ${analysis + 1}, exit code %s`;
  return `[ "$doeflow_code" -eq 0 ] || printf '\\n${line}\\n' "$doeflow_code" >&2`;
}
