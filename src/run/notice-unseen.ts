/** A trap of bash, which writes of the first command that fails in a process while its shell goes on; other shells have none. */
import { quoteShell } from '../quote-shell.ts';
import { isStranger } from './marker-place.ts';
import { markerWords, type RunProcess, runMarkerName, unseenWord } from './run-marker.ts';

/** Asks by its exit code, or fails where nothing is left to do. */
const asking = [
  ...'[ [[ cmp diff egrep expr false fgrep grep hash kill let mkdir pgrep pkill read rm rmdir test type which'
    .split(' ')
    .map((name) => `${quoteShell(`${name} `)}*`),
  "'(('*",
  "'command -'[vV]*",
  '*=*grep*',
  "*=*'expr '*",
].join('|');

/** Its author looks at exit codes. */
const looksAtCodes = /\$\?|\$\{\?\}|\bPIPESTATUS\b|\btrap\b[^\n]*\bERR\b/u;

const shownCharacters = 80;

/** A pattern of the shell for the lines that tell of a process's commands. */
export function patternOfUnseen({ kind, analysis }: RunProcess): string {
  return `${unseenWord}?${analysis}?${markerWords[kind]}?*`;
}

/**
 * A process's command behind the trap, on the line on which it began. The shell's parent, which a copy of the wrapper's shell has in
 * `doeflow_parent`, must stay in the folder of the run's marker, which is found by it: what the command puts in the place of that folder isn't followed.
 * @returns the command as it is where it has nothing that the shell could go on with, or looks at exit codes itself
 */
export function noticeUnseen(process: RunProcess & { readonly command: string }): string {
  const { command } = process;
  if (!goesOn(command)) return command;
  const note = noteOf(
    process,
    (format, values) =>
      `${isStranger('$doeflow_parent')} || printf '${format}\\n' ${values} 2>/dev/null >> "$doeflow_marker"`,
  );
  return `case \${BASH_VERSION-} in ?*) doeflow_parent=\${doeflow_parent:-$PPID}; doeflow_marker=/proc/$doeflow_parent/cwd/${runMarkerName}; trap ${quoteShell(note)} ERR;; esac; ${command}`;
}

/** The same for a command that bash executes itself, without a shell or a program of its own: the line is left in `doeflow_unseen`. */
export function noticeUnseenHere(process: RunProcess & { readonly command: string }): string {
  const { command } = process;
  if (!goesOn(command)) return command;
  const note = noteOf(
    process,
    (format, values) => `printf -v doeflow_unseen '${format}' ${values}`,
  );
  return `trap ${quoteShell(note)} ERR; ${command}`;
}

/** Whether a command's shell has something to go on with where a part of it fails, which the command doesn't look at itself. */
function goesOn(command: string): boolean {
  return /[;\n]|&(?!&)/u.test(command.trim()) && !looksAtCodes.test(command);
}

function noteOf(
  { kind, analysis }: RunProcess,
  keep: (format: string, values: string) => string,
): string {
  return [
    'doeflow_code=$?',
    `case "$BASH_COMMAND " in ${asking}) ;; *) doeflow_line=\${BASH_COMMAND%%[[:cntrl:]]*}`,
    keep(
      `${unseenWord}\\t${analysis}\\t${markerWords[kind]}\\t%s\\t%s`,
      `"$doeflow_code" "\${doeflow_line:0:${shownCharacters}}"`,
    ),
    'trap - ERR;; esac',
  ].join('; ');
}
