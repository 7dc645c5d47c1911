/**
 * Shell text that runs a process of a run under its limit. Whoever keeps the time stands outside of the session in which the process runs, and
 * reads from a pipe how that ended: signals that a run sends to its group, its session or its parent don't reach the keeper.
 */
import { quoteShell } from '../quote-shell.ts';

/** Seconds between asking an overdue process to end and killing it. */
const graceSeconds = 10;

/** Seconds since some moment, without a process where the shell counts them itself. */
const now = '${SECONDS:-$(date +%s)}';

/** Before the exit code of what was ended by its limit. */
const overdueWord = 'overdue';

/** The code of what was asked to end by its limit, and of what had to be killed: those of `timeout`. */
const endedCode = 124;
const killedCode = 137;

/** A condition: the process was ended by its limit. */
export const isOverdue = `[ "\${doeflow_ended% *}" = ${overdueWord} ]`;

/**
 * Leaves the exit code of a command in `doeflow_code`. Its shell's parent, which leads its session, tells the code by descriptor 3, so that a
 * command's own 124 or 137 (out of memory) doesn't pass for a timeout; the command doesn't get that descriptor, so that what it leaves running
 * holds nothing up. Only SIGKILL ends that parent before it has told.
 */
export function runInTime(command: string, seconds: number): string[] {
  const leader = [
    'trap : TERM INT HUP QUIT ALRM USR1 USR2',
    `printf '%s\\n' "$$" >&3`,
    `"$1" "$2" -c ${quoteShell(command)} 3>&-`,
    `printf '%s\\n' "$?" >&3`,
  ].join('\n');
  return [
    ...defineKeeper(seconds),
    'if command -v setsid >/dev/null; then doeflow_session=setsid; else doeflow_session=; fi',
    // Shells below this one would end by the signal.
    '{ doeflow_ended=$( trap : TERM',
    `$doeflow_session sh -c ${quoteShell(leader)} doeflow "$doeflow_shell" "$doeflow_errexit" 3>&1 >&4 4>&- | doeflow_keep`,
    '); } 4>&1',
    `doeflow_code=\${doeflow_ended##* }`,
    `doeflow_code=\${doeflow_code:-${killedCode}}`,
  ];
}

/** Defines `doeflow_keep`, which prints how the process ended whose leader tells it on standard input. */
function defineKeeper(seconds: number): string[] {
  return [
    // The leader's next line in `doeflow_word`; over 123 where what waited for it was ended. Of the shells in use only dash has no `read -t`.
    'doeflow_hear() { doeflow_word=',
    'IFS= read -r -t "$1" doeflow_word 2>/dev/null; set -- "$1" $?',
    '[ "$2" -ne 2 ] || { doeflow_word=$(timeout --foreground "$1" cat); set -- "$1" $?; }',
    'return "$2"; }',
    ...defineSignal,
    'doeflow_keep() {',
    'doeflow_leader= doeflow_others=',
    // A platform that ends what is in the wrapper's session doesn't reach the run's. Once: many programs take a second SIGTERM for impatience.
    `trap 'trap "" TERM; [ -z "$doeflow_leader" ] || kill -s TERM -- "-$doeflow_leader" 2>/dev/null' TERM`,
    'IFS= read -r doeflow_leader || { echo 126; return; }',
    `doeflow_since=$((${now})) doeflow_left=${seconds}`,
    'while :; do doeflow_hear "$doeflow_left"; doeflow_heard=$?',
    'if [ -n "$doeflow_word" ]; then printf %s "$doeflow_word"; return; fi',
    `doeflow_left=$((${Math.floor(seconds)} + doeflow_since - ${now}))`,
    // On after a signal; anything else ended without a word, since the leader was killed.
    '[ "$doeflow_left" -gt 0 ] && [ "$doeflow_heard" -gt 123 ] || break; done',
    'if [ "$doeflow_left" -le 0 ]; then',
    'doeflow_signal TERM; doeflow_signal CONT',
    `doeflow_since=$((${now}))`,
    `doeflow_hear ${graceSeconds}`,
    `if [ -n "$doeflow_word" ]; then printf '${overdueWord} ${endedCode}'; else printf '${overdueWord} ${killedCode}'; fi`,
    `while kill -s 0 -- "-$doeflow_leader" && [ $((${now} - doeflow_since)) -lt ${graceSeconds} ]; do sleep 0.1 || sleep 1; done`,
    `else printf ${killedCode}; fi 2>/dev/null`,
    'doeflow_signal STOP; doeflow_signal KILL; }',
  ];
}

/** Defines `doeflow_signal`: signals the leader's group, and each process below the leader that has left it. */
const defineSignal = [
  'doeflow_signal() {',
  'doeflow_below "$doeflow_leader"',
  'kill -s "$1" -- "-$doeflow_leader"',
  // By pid and start, since a pid is used again.
  'for doeflow_other in $doeflow_others; do',
  'doeflow_start "${doeflow_other%:*}" && [ "$doeflow_other" = "${doeflow_other%:*}:$doeflow_start" ] && kill -s "$1" "${doeflow_other%:*}"; done',
  '} 2>/dev/null',
  // Group and start of a process, as Linux tells them behind its name, which may hold anything but a line end.
  'doeflow_start() { read -r doeflow_stat < "/proc/$1/stat" || return 1',
  'set -- ${doeflow_stat##*") "}; doeflow_group=$3; shift 10; doeflow_start=${10}; }',
  'doeflow_below() { for doeflow_pid in "$@"; do',
  'if doeflow_start "$doeflow_pid" && [ "$doeflow_group" != "$doeflow_leader" ]; then doeflow_others="$doeflow_others $doeflow_pid:$doeflow_start"; fi',
  'doeflow_below $(cat "/proc/$doeflow_pid/task/"*/children)',
  'done; }',
];
