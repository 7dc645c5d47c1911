/** The rows of a study's design: those it began with, then those of each step by which it grew. */
import { createDesign, extendDesign, type Design, type DesignSpec } from '../design/index.ts';
import { DesignError } from '../errors.ts';
import type { CompileExpression } from './compile-expression.ts';
import type { RowCompleter } from './complete-rows.ts';
import { designSpecOf, inputsOf } from './design-spec.ts';
import { furtherRows } from './further-rows.ts';
import { refuseRows, type FeasibleRows } from './refuse-rows.ts';
import type { RowSource } from './row-source.ts';
import type { StringTable } from './string-table.ts';
import type { Study } from './study.ts';
import { createTableRows } from './table-rows.ts';

/** What the rows of a study are made with. */
export interface StageDependencies {
  readonly completer: RowCompleter;
  readonly compile: CompileExpression;
  readonly tables: ReadonlyMap<string, StringTable>;
}

/**
 * One entry for the design, and one for each step of `extend`; each with its refused rows replaced, and none of them changed by those
 * after it.
 */
export function designStages(
  study: Study,
  dependencies: StageDependencies,
): readonly FeasibleRows[] {
  const { design } = study;
  const spec = designSpecOf(study);
  const first = feasible(study, dependencies, firstRows(study, spec, dependencies.tables), {
    spec,
    used: design.runs ?? 0,
  });
  const stages = [first];
  let used = (design.runs ?? first.rows.rowCount) + first.tried;
  for (const [index, add] of (design.extend ?? []).entries()) {
    const steps = (design.extend ?? []).slice(0, index);
    const { rowCount, block, column, notes } = extendDesign(spec, { steps, add, used });
    const stage = feasible(
      study,
      dependencies,
      { rowCount, block, column, notes },
      { spec, used: used + add },
    );
    used += add + stage.tried;
    stages.push(stage);
  }
  return stages;
}

/** The rows as the design gives them: a column for each input variable that isn't derived. */
type DrawnRows = RowSource & Pick<Design, 'notes'>;

function firstRows(
  study: Study,
  spec: DesignSpec,
  tables: ReadonlyMap<string, StringTable>,
): DrawnRows {
  const { design } = study;
  if (design.method === 'table') {
    const table = tables.get(design.file ?? '');
    if (table) return { ...createTableRows(table, design, inputsOf(study)), notes: [] };
    throw new DesignError(
      'DESIGN_TABLE',
      `The table ${design.file ?? ''} of the design was not read`,
      {
        path: ['design', 'file'],
      },
    );
  }
  if (spec.variables.length === 0) return { rowCount: 1, block: () => [], notes: [] };
  return createDesign(spec);
}

/** @param next where the points that replace refused ones begin */
function feasible(
  study: Study,
  { completer, compile }: StageDependencies,
  drawn: DrawnRows,
  next: { readonly spec: DesignSpec; readonly used: number },
): FeasibleRows {
  const rows: RowSource = {
    rowCount: drawn.rowCount,
    block: (start, count) => completer.complete(drawn.block(start, count), count),
    column: (index, start, count) => {
      const single = completer.single(index);
      const column = single && drawn.column?.(single.drawn, start, count);
      return column && single.complete(column);
    },
  };
  const { where } = study.design;
  if (where === undefined) return { rows, notes: drawn.notes, refused: 0, tried: 0 };
  const kept = refuseRows({
    rows,
    names: inputsOf(study).map(({ name }) => name),
    where,
    compile,
    further: furtherRows(next.spec, completer, next.used),
  });
  return { ...kept, notes: [...drawn.notes, ...kept.notes] };
}
