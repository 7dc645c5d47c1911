import { DesignError } from '../errors.ts';
import type { RowSource } from './row-source.ts';
import type { StringTable } from './string-table.ts';
import type { DesignSettings } from '../design/design-settings.ts';
import type { InputVariable } from './study.ts';
import { readTableColumn } from './table-column.ts';

/**
 * The rows of a `table` design: a column for each input variable that isn't derived.
 * @throws DesignError with the line of the file for the first thing that doesn't fit
 */
export function createTableRows(
  table: StringTable,
  design: DesignSettings,
  inputs: readonly InputVariable[],
): RowSource {
  const drawn = inputs.filter(({ source }) => source.kind !== 'expression');
  const known = new Set([...drawn.map(({ name }) => name), ...design.ignore]);
  const extra = table.names.filter((name) => !known.has(name));
  if (extra.length > 0) {
    const names = extra.map((name) => `\`${name}\``).join(', ');
    throw tableError(
      table,
      1,
      extra.length === 1
        ? `The column ${names} is not a variable of the study`
        : `The columns ${names} are not variables of the study`,
      `write \`ignore: [${extra.map(asYaml).join(', ')}]\` under \`design\`, or add variables of ${extra.length === 1 ? 'that name' : 'those names'}`,
    );
  }
  const columns = drawn.map((variable) => {
    const column = readTableColumn(table, variable.name);
    if (!column) {
      const has = `it has: ${table.names.join(', ')}`;
      throw tableError(table, 1, `The column \`${variable.name}\` is missing`, has);
    }
    if ('message' in column) throw tableError(table, column.line, column.message, column.hint);
    const { source } = variable;
    const levels = source.kind === 'levels' ? new Set(source.values) : undefined;
    const wrong = levels ? column.values.findIndex((value) => !levels.has(value)) : -1;
    if (wrong >= 0) {
      throw tableError(
        table,
        table.lines[wrong] ?? 1,
        `Expected one of the levels of \`${variable.name}\`, got ${JSON.stringify(column.values[wrong])}`,
      );
    }
    const isNumeric = column.values.every((value) => typeof value === 'number');
    return isNumeric ? Float64Array.from(column.values, Number) : column.values;
  });
  const rowCount = table.rows.length;
  if (design.runs !== undefined && design.runs !== rowCount) {
    throw new DesignError(
      'DESIGN_TABLE',
      `Expected ${design.runs} rows in ${table.file}, as \`runs\` says, got ${rowCount}`,
      { hint: 'leave `runs` out: a table design runs every row', path: ['design', 'runs'] },
    );
  }
  return {
    rowCount,
    block: (start, count) => columns.map((column) => column.slice(start, start + count)),
  };
}

/** A name as an item of a list in YAML: brackets, colons and the like would end it. */
function asYaml(name: string): string {
  return /^[\p{L}_][\p{L}\d_./-]*(?: [\p{L}\d_./-]+)*$/u.test(name) ? name : JSON.stringify(name);
}

function tableError(table: StringTable, line: number, message: string, hint?: string): DesignError {
  return new DesignError('DESIGN_TABLE', `${table.file}:${line}: ${message}`, {
    ...(hint === undefined ? {} : { hint }),
    path: ['design', 'file'],
  });
}
