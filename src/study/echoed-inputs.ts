/** Outputs that are an input of their run again: mostly a line in which the program repeats what it read, found in place of a result. */
import type { Cell } from '../design/cell.ts';
import type { OutcomeValue, RunOutcome } from '../run/run-outcome.ts';
import type { Plan } from './plan.ts';
import { rowOfRun } from './row-of-run.ts';
import type { Study } from './study.ts';

/** Done runs with different inputs from which on an echo is told: fewer may be chance. */
const fewestValues = 3;

/** Digits from which on a rounded input counts as the same number. */
const fewestDigits = 4;

/** What is said of them; the same text however many runs are done. */
export function noteEchoedInputs(
  outcomes: Iterable<RunOutcome>,
  { variables }: Pick<Study, 'variables'>,
  plan: Plan,
): readonly string[] {
  const done = [...outcomes].filter(({ status }) => status === 'Done');
  const outputs = variables.filter(({ type }) => type === 'Output');
  let pairs = outputs.flatMap(({ name }) =>
    plan.columns.map((input, column) => ({ name, input, column, seen: new Set<Cell>() })),
  );
  if (done.length < fewestValues) return [];
  for (const { run, values } of done) {
    if (pairs.length === 0) return [];
    const row = rowOfRun(plan, run);
    pairs = pairs.filter(({ name, column, seen }) => {
      const cell = row[column];
      if (cell === undefined || !isEcho(values[name] ?? null, cell)) return false;
      seen.add(cell);
      return true;
    });
  }
  return pairs
    .filter(({ seen }) => seen.size >= fewestValues)
    .map(
      ({ name, input }) =>
        `the output ${name} equals the input ${input} in all done runs: see whether \`from\` finds the result, and not a line in which the program repeats its input`,
    );
}

/** Whether an output is the input, or what a program prints of it with fewer digits. */
function isEcho(value: OutcomeValue, cell: Cell): boolean {
  if (value === cell) return true;
  if (typeof value !== 'number' || typeof cell !== 'number') return false;
  const digits = value
    .toString()
    .replace(/e.*$/iu, '')
    .replaceAll(/[^\d]/gu, '')
    .replace(/^0+/u, '').length;
  if (digits < fewestDigits || digits > 17) return false;
  return Number(cell.toPrecision(digits)) === value;
}
