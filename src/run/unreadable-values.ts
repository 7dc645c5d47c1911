/** Optional outputs that a run left, but not as what they should be: their runs are done, and their messages say why the value is missing. */
import type { RunOutcome } from './run-outcome.ts';

/** The message of a done run. @param why a sentence for each output, by name */
export function describeUnreadable(why: Readonly<Record<string, string>>): string | undefined {
  const parts = Object.entries(why).map(([name, sentence]) => `${beginOf(name)}${sentence}`);
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** Whether a done run left this output, but not as what it should be: its message says why. */
export function isUnreadable({ message = '' }: RunOutcome, name: string): boolean {
  return message.split('; ').some((part) => part.startsWith(beginOf(name)));
}

function beginOf(name: string): string {
  return `${name} is left empty, as it is not required: `;
}

/** @returns one sentence about all done runs with such an output; none where each was read or isn't there */
export function noteUnreadable(outcomes: Iterable<RunOutcome>): readonly string[] {
  const told = [...outcomes]
    .filter(({ status, message }) => status === 'Done' && message !== undefined)
    .sort((a, b) => a.run - b.run);
  const [example] = told;
  if (example === undefined) return [];
  const runs = told.length === 1 ? '1 done run has' : `${told.length} done runs have`;
  return [
    `${runs} an optional output that is there but could not be read, such as run ${example.run}: ${example.message ?? ''}`,
  ];
}
