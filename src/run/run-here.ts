/**
 * Shell text for runs that need not even a copy of a shell: a few builtins, which are over at once. A slot's shell reads the text once as a function, and calls that for
 * each run. It leaves the same marker as the wrapper does, and nothing in the shell: all names are the function's own.
 */
import { hereMark, isShellItself, runHere } from '../fresh-shell.ts';
import { quoteShell } from '../quote-shell.ts';
import { isShortCommand, namesIn } from './plain-command.ts';
import { markerWords, runMarkerName, type RunProcess } from './run-marker.ts';

export interface HereOptions extends RunProcess {
  readonly command: string;
  /** The command as the shell reads it. */
  readonly text: string;
  /** Sets `doeflow_lines`, the marker's beginning, and the run's variables. */
  readonly reading: readonly string[];
  readonly required: readonly string[];
}

/** Whether a run's only process is a command that may run so. */
export function mayRunHere(
  command: string,
  processes: readonly RunProcess[],
  settings: Readonly<Record<string, string>>,
): boolean {
  const isAlone = processes.length === 1 && processes[0]?.kind === 'command';
  return isAlone && isShortCommand(command) && Object.keys(settings).length === 0;
}

/** Lines that define the function where the shell that reads them asks for it, and are passed over by any other. */
export function defineHere({ kind, analysis, command, text, ...options }: HereOptions): string[] {
  const own = [...namesIn(command)].map((name) => `${name}="\${${name}-}"`).join(' ');
  const line = `%s\\n${markerWords[kind]}\\t${analysis}\\t%s\\n`;
  return [
    hereMark,
    `if ${isShellItself}; then ${runHere}() {`,
    'doeflow_code=',
    // The wrapper knows what to do with it.
    `if [ -e ${runMarkerName} ] || [ -L ${runMarkerName} ]; then return 0; fi`,
    'case $- in *e*) return 0;; esac',
    `local doeflow_line= doeflow_name= doeflow_lines= doeflow_tab= doeflow_unseen= ${own}`,
    ...options.reading,
    ...options.required.map((name) => `[ -n "\${${name}+is}" ] || return 0`),
    // Stands there before the command, which may list its folder.
    `: > ./${runMarkerName}`,
    `doeflow_in_place ${quoteShell(text)}`,
    `printf '${line}' "$doeflow_lines\${doeflow_unseen:+\n$doeflow_unseen}" "$doeflow_code" > ./${runMarkerName}`,
    '}; return; fi',
  ];
}
