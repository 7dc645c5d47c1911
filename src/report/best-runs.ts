import { keepsConstraints } from '../analysis/index.ts';
import type { ObjectiveVariable } from '../study/study.ts';
import type { SectionInput } from './section-input.ts';

/** Most runs that are named as the best. */
const most = 5;

/** The accepted runs that keep all constraints, as `table.accepted` counts them. */
export function feasibleRows({ table }: Pick<SectionInput, 'table'>): readonly number[] {
  return keepsConstraints(table).flatMap((keeps, row) => (keeps ? [row] : []));
}

/** Of which runs the best are looked for, in words behind a noun. */
export function feasibleWords({ study }: Pick<SectionInput, 'study'>): string {
  return study.variables.some(({ type }) => type === 'Constraint')
    ? ' that keep all constraints'
    : '';
}

/** The objectives of a study. */
export function objectivesOf({ study }: Pick<SectionInput, 'study'>): readonly ObjectiveVariable[] {
  return study.variables.filter((variable) => variable.type === 'Objective');
}

/** Numbers of the best runs: by the objective, or those of the front with several; undefined without an objective or a run. */
export function bestRuns(
  input: Pick<SectionInput, 'study' | 'table' | 'summary' | 'responses'>,
): { readonly title: string; readonly runs: readonly number[] } | undefined {
  const objectives = objectivesOf(input);
  const [objective] = objectives;
  if (objective === undefined) return undefined;
  if (objectives.length > 1) {
    const front = input.summary.paretoFront ?? [];
    if (front.length === 0) return undefined;
    const values = input.responses.find(({ name }) => name === objective.name)?.values;
    const shown = spreadOver(front, (run) => values?.[run - 1] ?? NaN);
    return {
      title:
        shown.length < front.length
          ? `Designs on the Pareto front: ${shown.length} of ${front.length}, spread over ${objective.name}`
          : `Designs on the Pareto front: all ${front.length}`,
      runs: shown,
    };
  }
  const values = input.responses.find(({ name }) => name === objective.name)?.values;
  const sign = objective.goal === 'minimize' ? 1 : -1;
  const rows = feasibleRows(input)
    .filter((row) => Number.isFinite(values?.[row]))
    .sort((a, b) => sign * ((values?.[a] ?? 0) - (values?.[b] ?? 0)));
  if (rows.length === 0) return undefined;
  const designs = oneOfEachDesign(input, rows);
  const word = objective.goal === 'minimize' ? 'smallest' : 'largest';
  return {
    title: `Best designs: ${word} ${objective.name} among the ${rows.length} runs${feasibleWords(input)}${designs.length < rows.length ? ', the best run of each design' : ''}`,
    runs: designs.slice(0, most).map((row) => row + 1),
  };
}

/** The first of the rows that have equal inputs and cases: a repeat is no further design. */
function oneOfEachDesign(
  { table }: Pick<SectionInput, 'table'>,
  rows: readonly number[],
): readonly number[] {
  const inputs = table.columns.filter(({ role }) => role === 'input' || role === 'case');
  const seen = new Set<string>();
  return rows.filter((row) => {
    const design = JSON.stringify(inputs.map(({ values }) => values[row]));
    if (seen.has(design)) return false;
    seen.add(design);
    return true;
  });
}

/** Runs from one end of the front to the other, in even steps of their places in the order of an objective. */
function spreadOver(front: readonly number[], valueOf: (run: number) => number): readonly number[] {
  const sorted = front.toSorted((a, b) => valueOf(a) - valueOf(b) || a - b);
  if (sorted.length <= most) return sorted;
  const step = (sorted.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, place) => sorted[Math.round(place * step)] ?? 0);
}
