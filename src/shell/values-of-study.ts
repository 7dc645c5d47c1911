/** What the commands and environment variables of a study's job ask for: one list, by which they are checked, rendered and sent. */
import type { JobSettings, RunColumn, Variable } from '../study/study.ts';
import {
  readCommand,
  shellVariable,
  variablesSet,
  type Command,
  type CommandValue,
} from './command.ts';
import { readSetting, type Setting } from './setting.ts';

const runColumns: readonly RunColumn[] = ['run', 'replicate', 'seed'];

/** The values of a job as its runs get them. */
export interface JobValues {
  /** Values with a pattern, each once, in a lasting order: the nth is found in {@link formattedVariable}(n). */
  readonly formatted: readonly Required<CommandValue>[];
  command(text: string): Command;
  setting(text: string): Setting;
  /** The environment variable that holds a value in a run. */
  variableOf(value: CommandValue): string;
}

/** The environment variable of the nth formatted value, from 1; without a number, what all of them begin with. */
export function formattedVariable(number: number | ''): string {
  return `DOEFLOW_FORMATTED_${number}`;
}

/** The names that may stand in a text as values. */
export function namesOfValues(inputs: ReadonlySet<string>): readonly string[] {
  return [...inputs, ...runColumns];
}

/** True for a name that a text means as a value: an input of the study, or `run`, `replicate`, `seed` where the text has no such variable itself. */
export function valuesIn(text: string, inputs: ReadonlySet<string>): (name: string) => boolean {
  let set: ReturnType<typeof variablesSet> | undefined;
  const isSet = (name: string): boolean => (set ??= variablesSet(text)).has(name);
  return (name) => inputs.has(name) || (runColumns.some((one) => one === name) && !isSet(name));
}

/** Reads all commands and environment variables of a job. */
export function readJobValues(job: JobSettings, variables: readonly Variable[]): JobValues {
  const inputs = new Set(
    variables.flatMap(({ name, type }) =>
      type === 'Param' || type === 'Design' || type === 'Case' ? [name] : [],
    ),
  );
  const command = (text: string): Command => readCommand(text, valuesIn(text, inputs));
  const setting = (text: string): Setting => readSetting(text, valuesIn('', inputs));
  const values = job.analyses.flatMap(({ preProcess, command: main, postProcess, envVars }) => [
    ...[preProcess?.command, main, postProcess?.command].flatMap((text) =>
      text === undefined ? [] : command(text).values,
    ),
    ...Object.values(envVars ?? {}).flatMap((text) => setting(text).values),
  ]);
  const formatted: Required<CommandValue>[] = [];
  const indexOf = ({ name, format }: CommandValue): number =>
    formatted.findIndex((one) => one.name === name && one.format === format);
  for (const { name, format } of values) {
    if (format !== undefined && indexOf({ name, format }) < 0) formatted.push({ name, format });
  }
  return {
    ...{ formatted, command, setting },
    variableOf: (value) =>
      value.format === undefined
        ? shellVariable(value.name)
        : formattedVariable(indexOf(value) + 1),
  };
}
