import { createDesign, extendDesign } from '../design/index.ts';
import { compileRunExpression } from '../expressions/compile-run-expression.ts';
import { createRowCompleter } from '../study/complete-rows.ts';
import { designSpecOf, inputsOf } from '../study/design-spec.ts';
import { nominalRow } from '../study/nominal-row.ts';
import type { StringTable } from '../study/string-table.ts';
import type { Study } from '../study/study.ts';
import { readTableColumn } from '../study/table-column.ts';
import { createTableRows } from '../study/table-rows.ts';
import { catchDesignError } from './check-distributions.ts';
import type { IssueList } from './issues.ts';
import { checkColumnText } from './warn-of-units.ts';

/** Whether the design can be made; what only shows when all rows are made (`where`, equal rows) is left to planning. */
export function checkDesign(
  study: Study,
  tables: ReadonlyMap<string, StringTable>,
  issues: IssueList,
): void {
  const { design } = study;
  if (
    !study.variables.some(({ type }) => type === 'Param' || type === 'Design' || type === 'Case')
  ) {
    issues.at(
      ['variables'],
      'The study varies nothing: it needs at least one Param, Design or Case variable',
    );
    return;
  }
  checkCaseColumns(study, tables, issues);
  const table = design.method === 'table' ? tables.get(design.file ?? '') : undefined;
  if (table) warnOfTableUnits(study, table, issues);
  const made = catchDesignError(
    [],
    issues,
    () => {
      const spec = designSpecOf(study);
      if (table) createTableRows(table, design, inputsOf(study));
      else if (spec.variables.length > 0) createDesign(spec);
      for (const [index, add] of (design.extend ?? []).entries()) {
        extendDesign(spec, { steps: (design.extend ?? []).slice(0, index), add });
      }
      return true;
    },
    study,
  );
  if (made === true && design.includeNominalRun) {
    catchDesignError(
      [],
      issues,
      () => {
        nominalRow(study, createRowCompleter(inputsOf(study), compileRunExpression));
      },
      study,
    );
  }
}

/** Columns in which each cell is a number with a unit. */
function warnOfTableUnits(study: Study, table: StringTable, issues: IssueList): void {
  for (const { name, source } of inputsOf(study)) {
    const column = source.kind === 'table' ? readTableColumn(table, name) : undefined;
    if (column !== undefined && 'values' in column) {
      checkColumnText(table, name, column.values, issues);
    }
  }
}

/** Every column of a case file is a variable, as it would otherwise be dropped in silence. */
function checkCaseColumns(
  study: Study,
  tables: ReadonlyMap<string, StringTable>,
  issues: IssueList,
): void {
  const files = new Map<string, Set<string>>();
  for (const variable of study.variables) {
    if (variable.type !== 'Case' || variable.caseFile === undefined) continue;
    const names = files.get(variable.caseFile) ?? new Set();
    files.set(variable.caseFile, names.add(variable.name));
  }
  for (const [file, names] of files) {
    const extra = tables.get(file)?.names.find((name) => !names.has(name));
    if (extra === undefined) continue;
    const column = (tables.get(file)?.names.indexOf(extra) ?? 0) + 1;
    issues.add({
      place: { file, line: 1, column },
      message: `The column \`${extra}\` of the case file is not a Case variable of the study`,
      hint: `add {name: ${extra}, type: Case, caseFile: ${file}}, or remove the column`,
    });
  }
}
