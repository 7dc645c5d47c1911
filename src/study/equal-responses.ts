/** Responses that don't move although the inputs do: mostly inputs that don't reach the program, or an output read from another file. */
import { madeAs } from '../run/first-revision.ts';
import { countRevisions, revisionWords } from '../run/revision-of.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import type { Study, Variable } from './study.ts';

const inputTypes: readonly string[] = ['Param', 'Design', 'Case'];

/** Done runs from which on equal responses are told. */
const fewestRuns = 3;
/** The same of one output beside others that vary, which may well be right. */
const fewestForOne = 5;

/**
 * What is said of them; the same text for the same value, however many runs are done. What an expression makes of a run's inputs says nothing of
 * the run, and runs with other files are looked at by themselves.
 */
export function noteEqualResponses(
  outcomes: Iterable<RunOutcome>,
  { variables, design }: Pick<Study, 'variables' | 'design'>,
): readonly string[] {
  const done = [...outcomes].filter(({ status }) => status === 'Done');
  if (!variables.some(({ type }) => inputTypes.includes(type))) return [];
  const read = variables.filter(isRead).map(({ name }) => name);
  const revisions = countRevisions(done);
  return revisions.flatMap(({ revision }) => {
    const runs = done.filter((one) => madeAs(one) === revision);
    if (runs.length < fewestRuns * design.replicates) return [];
    const whose =
      revisions.length === 1 ? 'done runs' : `done runs with ${revisionWords(revision)}`;
    const equal = read.flatMap((name) => equalValue(runs, name) ?? []);
    const isAll = equal.length > 0 && read.every((name) => hasOneValue(runs, name));
    if (isAll) return [noteOfAll(whose, equal)];
    if (runs.length < fewestForOne * design.replicates) return [];
    const numbers = variables.filter((one) => one.type === 'Output' && one.valueType === 'number');
    return numbers.flatMap(({ name }) => {
      const value = equalValue(runs, name);
      return value === undefined ? [] : [noteOfOne(whose, value)];
    });
  });
}

function noteOfAll(whose: string, equal: readonly string[]): string {
  return `all ${whose} have equal responses (${[...equal].sort().join(', ')}), although their inputs vary: see whether the inputs reach the program, and whether each output is read from a file that this run writes`;
}

function noteOfOne(whose: string, equal: string): string {
  return `all ${whose} have ${equal}, although their inputs vary: where it depends on any of them, see whether that input reaches the program, and whether the output is read from a file that this run writes`;
}

function isRead(variable: Variable): boolean {
  const { type } = variable;
  if (type === 'Output') return true;
  return (type === 'Constraint' || type === 'Objective') && variable.source !== undefined;
}

/** True where no two of the runs differ, apart from those without a value. */
function hasOneValue(runs: readonly RunOutcome[], name: string): boolean {
  const values = runs.map(({ values: of }) => of[name] ?? null).filter((value) => value !== null);
  return new Set(values).size <= 1;
}

/** `r = 3` where all of the runs that have it have the same, and at least `fewestRuns` do. */
function equalValue(runs: readonly RunOutcome[], name: string): string | undefined {
  const values = runs.map(({ values: of }) => of[name] ?? null).filter((value) => value !== null);
  const isEqual = values.length >= fewestRuns && new Set(values).size === 1;
  return isEqual ? `${name} = ${String(values[0])}` : undefined;
}
