import { assertNever } from '../errors.ts';
import type { StudyTable } from '../analysis/index.ts';
import type { Cell } from '../design/cell.ts';
import type { Study } from '../study/study.ts';
import type { Plan } from '../study/plan.ts';
import { absenceOf } from '../run/absent-runs.ts';
import { noteMixedFiles } from '../run/revision-of.ts';
import type { RunOutcome } from '../run/run-outcome.ts';

/**
 * The planned runs 1..N as columns for statistics; missing values are NaN. The nominal run is left out.
 * @param standing by default of a study that is over
 */
export function studyTableOf(
  study: Study,
  plan: Plan,
  outcomes: ReadonlyMap<number, RunOutcome>,
  {
    isStudyOver = true,
    withdrawn,
  }: {
    readonly isStudyOver?: boolean;
    /** Runs that its owner withdrew. */
    readonly withdrawn?: { has(run: number): boolean } | undefined;
  } = {},
): StudyTable {
  const offset = plan.includesNominalRun ? 1 : 0;
  const { columns } = plan.block(offset, plan.runCount);
  const inputs = new Map(plan.columns.map((name, index) => [name, columns[index] ?? []]));
  const runs = Array.from({ length: plan.runCount }, (_, index) => outcomes.get(index + 1));
  const doubts = noteMixedFiles(runs.flatMap((outcome) => outcome ?? [])).map(sentence);
  const absences = runs.map((outcome, row) =>
    absenceOf({ outcome, isStudyOver, isWithdrawn: withdrawn?.has(row + 1) === true }),
  );
  return {
    ...(absences.some(Boolean) ? { absences } : {}),
    ...(doubts.length > 0 ? { doubts } : {}),
    accepted: Uint8Array.from(runs, (outcome) => (outcome?.status === 'Done' ? 1 : 0)),
    columns: study.variables.map((variable) => ({
      name: variable.name,
      role: roleOf(variable.type),
      values: inputs.has(variable.name)
        ? columnOf(inputs.get(variable.name) ?? [])
        : columnOf(runs.map((outcome) => outcome?.values[variable.name] ?? NaN)),
    })),
  };
}

/** With a capital, as the warnings of a summary have. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a variable is to the statistics. */
export function roleOf(type: Study['variables'][number]['type']) {
  switch (type) {
    case 'Param':
    case 'Design':
      return 'input' as const;
    case 'Case':
      return 'case' as const;
    case 'Output':
      return 'output' as const;
    case 'Constraint':
      return 'constraint' as const;
    case 'Objective':
      return 'objective' as const;
    default:
      return assertNever(type);
  }
}

function columnOf(
  values: Float64Array | readonly (Cell | boolean)[],
): Float64Array | readonly Cell[] {
  if (values instanceof Float64Array) return values;
  const plain = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
  return plain.every((value) => typeof value === 'number')
    ? Float64Array.from(plain as number[])
    : plain;
}
