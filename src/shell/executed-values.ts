/** Values that another shell gets as a part of its commands, and so runs what they hold: `sh -c "echo ${w}"`, `eval "${w}"`, `ssh host cat ${w}`. */
import type { FoundValue } from './found-in-shell.ts';
import type { ShellText } from './shell-text.ts';

/** A value that a shell reads as commands, behind the one that puts it in. */
export interface ExecutedValue {
  readonly name: string;
  /** As it is written. */
  readonly written: string;
  /** In characters of the command. */
  readonly offset: number;
  /** What reads it, as people know it: `sh -c`. */
  readonly through: string;
}

/** @returns each such value once; one within `$(…)` is a word of a command of its own, and isn't among them */
export function executedIn(read: ShellText, text: string): readonly ExecutedValue[] {
  const throughOf = (value: FoundValue): string | undefined =>
    read.scripts.find(
      ({ script, place }) =>
        value.place.scope === place.scope && script.offsets.includes(value.start),
    )?.script.through ??
    read.replacedDocuments.find(
      ({ start, end, place }) => value.place === place && value.start >= start && value.start < end,
    )?.through;
  return read.values.flatMap((value) => {
    const { name, start, end, context } = value;
    const through = context === 'asIs' ? undefined : throughOf(value);
    return through === undefined
      ? []
      : [{ name, written: text.slice(start, end), offset: start, through }];
  });
}
