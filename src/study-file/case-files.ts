import type { Cell } from '../design/cell.ts';
import type { StringTable } from '../study/string-table.ts';
import { readTableColumn } from '../study/table-column.ts';
import type { DocumentPath, IssueList } from './issues.ts';
import { checkColumnText } from './warn-of-units.ts';
import { suggestion } from '../expressions/suggestion.ts';

/** A column of a case file. */
export interface CaseColumn {
  readonly values: readonly Cell[];
}

/**
 * @param table undefined where the file couldn't be read (the issue was added then)
 * @returns the column named like the variable; undefined where an issue was added
 */
export function findCaseColumn(
  table: StringTable | undefined,
  name: string,
  path: DocumentPath,
  issues: IssueList,
): CaseColumn | undefined {
  if (!table) return undefined;
  const column = readTableColumn(table, name);
  if (!column) {
    const hint = suggestion(name, table.names) ?? `it has: ${table.names.join(', ')}`;
    issues.at(path, `${table.file} has no column \`${name}\``, hint);
    return undefined;
  }
  if ('message' in column) {
    const { line, column: cell, message, hint } = column;
    issues.add({
      place: { file: table.file, line, column: cell },
      message: `${message} (column ${cell})`,
      hint,
    });
    return undefined;
  }
  checkColumnText(table, name, column.values, issues);
  return column;
}
