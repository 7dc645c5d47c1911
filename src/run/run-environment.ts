/** Shell text by which a run's inputs come into its marker and its environment. */
import { inputsName } from './run-marker.ts';

/** What a run finds in its environment, out of the rendered `doeflow-inputs.txt`. */
export interface RunEnvironment {
  /** Before the name of an input. */
  readonly inputPrefix: string;
  /** Before the number of a value with a pattern. */
  readonly formattedPrefix: string;
  /** Further variables, their values as one word of shell. */
  readonly settings: Readonly<Record<string, string>>;
  /** Variables without which this process isn't run. */
  readonly required: readonly string[];
}

/** Reads the rendered inputs into the marker's lines, into the environment or both. A shell within the shell would take longer than all the rest. */
export function readInputs({
  isKept,
  environment,
  declare = 'export',
}: {
  readonly isKept: boolean;
  readonly environment: RunEnvironment | undefined;
  /** How the shell takes a variable. */
  readonly declare?: 'export' | 'local';
}): string[] {
  if (!isKept && environment === undefined) return [];
  return [
    "doeflow_tab='\t'",
    `if [ -f ${inputsName} ]; then while IFS= read -r doeflow_line || [ -n "$doeflow_line" ]; do`,
    ...(isKept
      ? ['[ -z "$doeflow_line" ] || doeflow_lines="$doeflow_lines\nin$doeflow_tab$doeflow_line"']
      : []),
    ...(environment === undefined ? [] : exportLine(environment, declare)),
    `done < ${inputsName}; fi`,
  ];
}

function exportLine({ inputPrefix, formattedPrefix }: RunEnvironment, declare: string): string[] {
  return [
    'doeflow_name=${doeflow_line%%"$doeflow_tab"*}',
    'case $doeflow_name in',
    `\\?*) doeflow_name=${formattedPrefix}\${doeflow_name#?};;`,
    `*) doeflow_name=${inputPrefix}$doeflow_name;;`,
    'esac',
    // A line that another process wrote: no name that a shell takes, and dash would end over it.
    'case $doeflow_name in *[!A-Za-z0-9_]*) continue;; esac',
    declare + ' "$doeflow_name=${doeflow_line#*"$doeflow_tab"}"',
  ];
}

/** Exports a run's further variables. */
export function settingLines(environment: RunEnvironment | undefined): string[] {
  const settings = Object.entries(environment?.settings ?? {});
  return settings.map(([name, word]) => `export ${name}=${word}`);
}

/** A command that fails instead of running with nothing in place of a value. */
export function guarded(command: string, { required }: RunEnvironment): string {
  const message = `doeflow: ${inputsName} has no such value`;
  return [...required.map((name) => `: "\${${name}?${message}}"`), command].join('\n');
}
