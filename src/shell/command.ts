/** Shell text of a study with its values' places told apart: what is checked, and what is sent. */
import { quoteShell } from '../quote-shell.ts';
import { executedIn, type ExecutedValue } from './executed-values.ts';
import type { FoundValue } from './found-in-shell.ts';
import { foreignIn, type ForeignName } from './foreign-names.ts';
import { ShellText } from './shell-text.ts';
import type { ShellVariables } from './shell-variables.ts';

/** A value that a command or environment variable asks for. */
export interface CommandValue {
  readonly name: string;
  /** DecimalFormat pattern. */
  readonly format?: string;
}

/** A mistake in a command. */
export interface CommandFault {
  /** Where it begins, in characters of the command. */
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

/** A command as it was read. */
export interface Command {
  readonly values: readonly CommandValue[];
  readonly faults: readonly CommandFault[];
  /** What is left to the shell, and comes from outside of the command. */
  readonly foreign: readonly ForeignName[];
  /** Values that become a part of another shell's commands. */
  readonly executed: readonly ExecutedValue[];
  /** Whether it runs what may set any variable, such as `eval` or `source`. */
  readonly mayBeSetElsewhere: boolean;
  /** The command as shell text in which each value is an expansion of the environment variable that `variableOf` names, one word whatever it holds. */
  toShell(variableOf: (value: CommandValue) => string): string;
  /** The command with the values in their places, each one word, for people to read. */
  show(textOf: (value: CommandValue) => string): string;
}

/** Reads a command. Only `${name}` of the study's own names are its values; all else is the shell's. @param isValue true for a name of the study */
export function readCommand(text: string, isValue: (name: string) => boolean): Command {
  const read = new ShellText(text, isValue);
  const { values: found, faults, variables } = read;
  const join = (textOf: (value: FoundValue) => string): string => {
    const pieces = found.map((value, index) => {
      const before = text.slice(found[index - 1]?.end ?? 0, value.start);
      return `${before}${textOf(value)}`;
    });
    return `${pieces.join('')}${text.slice(found.at(-1)?.end ?? 0)}`;
  };
  return {
    values: found.map(({ name, format }) => ({ name, ...(format !== undefined && { format }) })),
    faults: [
      ...faults.map(({ start, message, hint }) => ({
        ...{ offset: start, message },
        hint: `${hint}. Of the shell’s own expansions: write \${${shellVariable('name')}…}`,
      })),
      ...found.flatMap((value) => {
        const fault = faultOf(text, value, variables);
        return fault === undefined ? [] : [{ offset: value.start, ...fault }];
      }),
    ],
    foreign: foreignIn(read, new Set(found.map(({ start }) => start))),
    executed: executedIn(read, text),
    mayBeSetElsewhere: variables.mayBeSetElsewhere,
    toShell: (variableOf) =>
      join((value) => {
        const expansion = `\${${variableOf(value)}}`;
        return value.context === 'bare' ? `"${expansion}"` : expansion;
      }),
    show: (textOf) => join((value) => asWritten(textOf(value), value.context)),
  };
}

/** A text as a person would write it at such a place, so that a shell takes it for itself: people paste what they are shown. */
function asWritten(text: string, context: FoundValue['context']): string {
  if (/^[\w.,:=@%+/-]+$/u.test(text)) return text;
  return context === 'bare' ? quoteShell(text) : text.replace(/["$`\\]/gu, String.raw`\$&`);
}

/** The environment variable in which a run finds an input. */
export function shellVariable(name: string): string {
  return `DOEFLOW_VAR_${name}`;
}

function faultOf(
  text: string,
  { name, context, start, end, place }: FoundValue,
  variables: ShellVariables,
) {
  const written = text.slice(start, end);
  if (context === 'asIs') {
    return {
      message: `${written} stands where the shell replaces nothing: within single quotes, or in a here-document of a quoted word`,
      hint: `end the quotes before it and begin them again behind it, such as 'a '${written}' b', or write "$${shellVariable(name)}" outside of them`,
    };
  }
  if (!variables.differsAt(name, place)) return undefined;
  return {
    message: `The command sets a shell variable ${name} itself, so it isn’t clear whether ${written} is that or the study’s value`,
    hint: `for the shell’s write $${name}; or rename one of them`,
  };
}

/** Which shell variables a command gives a value by itself. */
export function variablesSet(text: string): Pick<ShellVariables, 'has'> {
  return new ShellText(text, () => false).variables;
}
