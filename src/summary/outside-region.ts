import type { AnalysedStudy, StudyColumn, StudyStructure } from '../analysis/index.ts';
import { compileRunExpression } from '../expressions/index.ts';

/** Rows of a table in which `design.where` doesn't hold: how many. Empty without the condition, or where it holds in all rows. */
export function outsideRegion(
  study: AnalysedStudy,
  columns: readonly StudyColumn[],
): Pick<StudyStructure, 'outside'> {
  const { where } = study.design;
  if (where === undefined) return {};
  const { names, evaluate } = compileRunExpression(
    where,
    new Map(study.variables.map(({ name }) => [name, 'any'] as const)),
  );
  const used = names.map((name) => columns.find((column) => column.name === name)?.values ?? []);
  const total = columns[0]?.values.length ?? 0;
  let rows = 0;
  for (let row = 0; row < total; row += 1) {
    const scope = Object.fromEntries(
      names.map((name, place) => [name, used[place]?.[row] ?? null]),
    );
    if (evaluate(scope) === false) rows += 1;
  }
  return rows === 0 ? {} : { outside: { where, rows, total } };
}
