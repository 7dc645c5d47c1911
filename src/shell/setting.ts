/** The text of an environment variable in which values of a study may stand; the rest is taken as it is. */
import { parseInterpolation } from '../templates/index.ts';
import { quoteShell } from '../quote-shell.ts';
import type { CommandFault, CommandValue } from './command.ts';
import type { ForeignName } from './foreign-names.ts';

/** A setting as it was read. */
export interface Setting {
  readonly values: readonly CommandValue[];
  readonly faults: readonly CommandFault[];
  /** What looks like a value, and stays as it is written. */
  readonly foreign: readonly ForeignName[];
  /** One word of shell. @param variableOf the environment variable that holds a value */
  toShell(variableOf: (value: CommandValue) => string): string;
}

/** Reads the text of an environment variable. @param isValue true for a name of the study */
export function readSetting(text: string, isValue: (name: string) => boolean): Setting {
  const parts: (string | CommandValue)[] = [];
  const faults: CommandFault[] = [];
  const foreign: ForeignName[] = [];
  let at = 0;
  const names = /\$(?:\{\s*(?<name>[A-Za-z_]\w*)|(?<bare>[A-Za-z_]\w*))/gu;
  for (const { 0: written, index, groups } of text.matchAll(names)) {
    if (index < at) continue;
    const { name = '', bare } = groups ?? {};
    if (bare !== undefined) {
      foreign.push({ name: bare, written, offset: index, mayBeSet: true });
      continue;
    }
    const found = parseInterpolation(text, index + 2);
    if (!isValue(name)) {
      if ('placeholder' in found) {
        foreign.push({
          ...{ name, written: text.slice(index, found.end), offset: index },
          mayBeSet: true,
        });
      }
      continue;
    }
    if ('message' in found) {
      faults.push({ offset: index, ...found });
      continue;
    }
    if (!('placeholder' in found)) continue;
    parts.push(text.slice(at, index), found.placeholder);
    at = found.end;
  }
  parts.push(text.slice(at));
  return {
    values: parts.filter((part) => typeof part !== 'string'),
    faults,
    foreign,
    toShell: (variableOf) =>
      parts
        .map((part) =>
          typeof part === 'string'
            ? part === ''
              ? ''
              : quoteShell(part)
            : `"\${${variableOf(part)}}"`,
        )
        .join(''),
  };
}
