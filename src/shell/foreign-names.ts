/** What shell text takes from outside of it, also in the scripts that it hands to other shells. */
import type { FoundScript, ShellText } from './shell-text.ts';

/** A variable of the shell's that a text takes, and isn't seen to set. */
export interface ForeignName {
  readonly name: string;
  /** As it is written: `${name}`, `$name`, or `name` within arithmetic. */
  readonly written: string;
  /** Where it begins, in characters of the text. */
  readonly offset: number;
  /** Whether something that isn't seen may give it a value. */
  readonly mayBeSet: boolean;
  /** What reads it as a variable of its own, such as `sh -c`; absent for the shell of the command. */
  readonly through?: string;
}

/** Words that hand a variable over to all programs behind them. */
const exports =
  /(?:^|[\s;&|({])(?:export|(?:declare|typeset)\s+-\w*x|set\s+-(?:\w*a|o\s+allexport))\b/u;

/** @param told offsets for which there are findings already */
export function foreignIn(read: ShellText, told: ReadonlySet<number>): readonly ForeignName[] {
  const { expansions, variables, scripts } = read;
  return [
    ...expansions.flatMap(({ name, written, start, place }): readonly ForeignName[] =>
      variables.isSetAt(name, place)
        ? []
        : [{ name, written, offset: start, mayBeSet: variables.mayBeSetElsewhere }],
    ),
    ...scripts.flatMap((found) => foreignInScript(read, found)),
  ].filter(({ offset }) => !told.has(offset));
}

function foreignInScript(
  { text: around, variables }: ShellText,
  { script, text, place }: FoundScript,
): readonly ForeignName[] {
  const isShared = script.reader === 'same';
  return foreignIn(text, new Set()).flatMap((found) => {
    const { name } = found;
    if (script.gives(name) || (isShared && variables.isSetAt(name, place))) return [];
    const isSet = !isShared && variables.has(name);
    if (isSet && exports.test(around)) return [];
    const mayBeSet =
      found.mayBeSet || variables.mayBeSetElsewhere || script.reader === 'far' || isSet;
    return [
      {
        ...found,
        ...{ offset: script.offsets[found.offset] ?? 0, mayBeSet },
        through: found.through ?? script.through,
      },
    ];
  });
}
