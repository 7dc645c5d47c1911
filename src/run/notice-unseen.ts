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
  const { kind, analysis, command } = process;
  if (!/[;\n]|&(?!&)/u.test(command.trim()) || looksAtCodes.test(command)) return command;
  const line = `${unseenWord}\\t${analysis}\\t${markerWords[kind]}\\t%s\\t%s\\n`;
  const note = [
    'doeflow_code=$?',
    `case "$BASH_COMMAND " in ${asking}) ;; *) doeflow_line=\${BASH_COMMAND%%[[:cntrl:]]*}`,
    `${isStranger('$doeflow_parent')} || printf '${line}' "$doeflow_code" "\${doeflow_line:0:${shownCharacters}}" 2>/dev/null >> "$doeflow_marker"`,
    'trap - ERR;; esac',
  ].join('; ');
  return `case \${BASH_VERSION-} in ?*) doeflow_parent=\${doeflow_parent:-$PPID}; doeflow_marker=/proc/$doeflow_parent/cwd/${runMarkerName}; trap ${quoteShell(note)} ERR;; esac; ${command}`;
}
