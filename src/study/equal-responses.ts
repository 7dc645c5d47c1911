/** Responses that don't move although the inputs do: mostly inputs that don't reach the program, or an output read from another file. */
import type { RunOutcome } from '../run/run-outcome.ts';
import type { Study } from './study.ts';

const inputTypes: readonly string[] = ['Param', 'Design', 'Case'];

/** Done runs from which on equal responses are told. */
const fewestRuns = 3;

/** What is said of them; the same text for the same value, however many runs are done. */
export function noteEqualResponses(
  outcomes: Iterable<RunOutcome>,
  { variables, design }: Pick<Study, 'variables' | 'design'>,
): readonly string[] {
  const done = [...outcomes].filter(({ status }) => status === 'Done');
  const isVaried = variables.some(({ type }) => inputTypes.includes(type));
  if (!isVaried || done.length < fewestRuns * design.replicates) return [];
  const [first, ...others] = done.map(({ values }) => textOf(values));
  if (first === undefined || first === '' || others.some((one) => one !== first)) return [];
  return [
    `all done runs have equal responses (${first}), although their inputs vary: see whether the inputs reach the program, and whether each output is read from a file that this run writes`,
  ];
}

/** Without those that are missing. */
function textOf(values: RunOutcome['values']): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} = ${String(value)}`)
    .sort()
    .join(', ');
}
