import { shellVariable, type CommandFault, type ExecutedValue } from '../shell/index.ts';

/** Faults of values that another shell would run as code. A number is harmless. @param texts names of inputs that may hold any text */
export function faultsOfExecuted(
  executed: readonly ExecutedValue[],
  texts: ReadonlySet<string>,
): readonly CommandFault[] {
  return executed
    .filter(({ name }) => texts.has(name))
    .map(({ name, written, offset, through }) => ({
      offset,
      message: `${written} becomes a part of the commands of \`${through}\`, whose shell would run what the text holds, such as \`$(…)\`, or replace a \`*\``,
      hint: hintOf(through, name, written),
    }));
}

function hintOf(through: string, name: string, written: string): string {
  const variable = shellVariable(name);
  if (/^(?:ssh|rsh)$/u.test(through)) {
    return `write "\${${variable}@Q}", which bash quotes for the shell of the other machine; or send a file that holds the value`;
  }
  if (/^(?:eval|trap)$/u.test(through)) return `write "$${variable}" there, within single quotes`;
  return `hand it over as an argument: \`sh -c '… "$1" …' sh ${written}\`; or write "$${variable}" there, within single quotes`;
}
