/** Names that texts take from a run's environment by themselves, as `DOEFLOW_VAR_name`: those of no value of the study, and those that are overwritten. */
import { suggestion } from '../expressions/suggestion.ts';
import { namesOfValues, shellVariable, variablesSet, type ForeignName } from '../shell/index.ts';
import type { Doubt } from './doubtful-commands.ts';

/** A finding about such a name. */
export interface TakenName extends Doubt {
  readonly name: string;
  /** In characters of the text. */
  readonly offset: number;
  /** Whether it can't be right. */
  readonly isSure: boolean;
}

/** A name that is put together, such as `DOEFLOW_VAR_$i`, is none of its own. */
const taken = new RegExp(
  String.raw`(?<sign>\$\{[#!]?|\$)?\b${shellVariable('')}(?<name>\w+)(?<rest>:?[-=+?]|[$*{<])?`,
  'gu',
);

/** @returns the names in a text that no run has, each once @param inputs names of input variables */
export function unknownNames(text: string, inputs: ReadonlySet<string>): readonly TakenName[] {
  const known = new Set(namesOfValues(inputs));
  const found = new Map<string, TakenName>();
  for (const { index, groups } of text.matchAll(taken)) {
    const { sign, name = '', rest } = groups ?? {};
    if (known.has(name) || /^[$*{<]$/u.test(rest ?? '')) continue;
    const hasDefault = sign?.startsWith('${') === true && rest !== undefined && !/[?]$/u.test(rest);
    const isSure = sign !== undefined && !hasDefault;
    const before = found.get(name);
    if (before !== undefined && (before.isSure || !isSure)) continue;
    found.set(name, { name, offset: index + (sign?.length ?? 0), isSure, ...doubtOf(name, known) });
  }
  return [...found.values()];
}

function doubtOf(name: string, known: ReadonlySet<string>): Doubt {
  const meant = suggestion(shellVariable(name), [...known].map(shellVariable));
  return {
    message: `\`${shellVariable(name)}\` is empty in every run: the study has no input \`${name}\``,
    hint: meant ?? `the inputs are ${[...known].join(', ')}`,
  };
}

/** What a command does to the variables in which a run finds its values. @param foreign what it takes from outside */
export function namesTakenByCommand(
  text: string,
  inputs: ReadonlySet<string>,
  foreign: readonly ForeignName[],
): readonly TakenName[] {
  const set = variablesSet(text);
  const unknown = unknownNames(text, inputs).flatMap((found): readonly TakenName[] => {
    if (set.has(shellVariable(found.name)) || isInComment(text, found.offset)) return [];
    const inShell = foreign.find(({ name }) => name === shellVariable(found.name));
    return [{ ...found, isSure: found.isSure || inShell?.mayBeSet === false }];
  });
  const overwritten = namesOfValues(inputs).flatMap((name): readonly TakenName[] => {
    if (!set.has(shellVariable(name))) return [];
    return [
      {
        ...{ name, offset: Math.max(text.indexOf(shellVariable(name)), 0), isSure: true },
        message: `The command sets \`${shellVariable(name)}\`, in which each run finds the study’s value of \`${name}\``,
        hint: 'take a name of your own for it',
      },
    ];
  });
  return [...unknown, ...overwritten];
}

function isInComment(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', offset) + 1, offset);
  return /(?:^|[\s;])#/u.test(line);
}
