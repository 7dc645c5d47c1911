import type { AnalysedStudy, StudyTable } from '../analysis/index.ts';
import { createDesign, designMethods } from '../design/index.ts';
import { DesignError } from '../errors.ts';
import { designSpecOf } from '../study/design-spec.ts';

/**
 * The table, with a doubt where it has not as many runs as the design of the study file, as where its end was cut off. Unchanged where it has, or
 * where the study file doesn't tell how many.
 * @param cases of each row
 */
export function withPlannedRuns(
  study: AnalysedStudy,
  table: StudyTable,
  cases: number,
): StudyTable {
  const rows = countRows(study);
  const total = table.accepted.length;
  if (rows === undefined) return table;
  const planned = rows * study.design.replicates * cases;
  if (total === planned) return table;
  const told = `The table has runs up to number ${total}, and the design of the study file has ${planned}`;
  const doubt =
    total < planned
      ? `${told}: give those from ${total + 1} on rows (or a column \`run\` and a last row of number ${planned}) if they failed or were cut off, as what is left may not stand for the distributions of the inputs`
      : `${told}: see whether they belong together`;
  return { ...table, plannedRuns: planned, doubts: [...(table.doubts ?? []), doubt] };
}

/** Rows of the design; undefined where somebody else wrote them, or the study file alone doesn't tell. */
function countRows({ variables, design }: AnalysedStudy): number | undefined {
  const { method, runs, extend = [], where } = design;
  // A study file for analysis alone may leave `runs` out; 1 stands for that.
  if (designMethods[method].kind === 'given' || runs === 1) return undefined;
  const grown = extend.reduce((sum, rows) => sum + rows, 0);
  // `where` leaves rows out of designs that can't replace them.
  if (where !== undefined && designMethods[method].kind !== 'sampled') return undefined;
  if (runs !== undefined) return runs + grown;
  const spec = designSpecOf({ variables, design });
  if (grown > 0 || spec.variables.length === 0) return undefined;
  try {
    return createDesign(spec).rowCount;
  } catch (error) {
    // What the design can't be made of is no matter of the rows that are there.
    if (error instanceof DesignError) return undefined;
    throw error;
  }
}
