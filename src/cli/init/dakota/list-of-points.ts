/** Points that a Dakota input lists, or has in a file beside it. */
import { UsageError } from '../../../errors.ts';
import type { DakotaDesign, MethodInput, PointValue, ReadBeside } from './dakota-design.ts';
import type { KeywordReader } from './keyword-reader.ts';

type Points = Pick<DakotaDesign, 'points' | 'toFillIn'>;

/**
 * @param readBeside gives the text of a file beside the input; undefined where it isn't there
 * @throws UsageError where the file is there, and its rows are no points
 */
export function readListOfPoints(
  reader: KeywordReader,
  inputs: readonly MethodInput[],
  readBeside: ReadBeside,
): Points {
  const file = reader.text('import_points_file');
  if (file !== undefined) return importPoints(file, reader, inputs, readBeside);
  const values = reader.take('list_of_points') ?? [];
  const size = inputs.length;
  const rows = Math.floor(values.length / size);
  if (rows * size !== values.length) {
    const left = values.slice(rows * size).join(' ');
    reader.note(
      `list_of_points has ${values.length} values for ${size} variables: ${left} is left`,
    );
  }
  const points = Array.from({ length: rows }, (_, row) =>
    values.slice(row * size, (row + 1) * size),
  );
  return rows > 0 ? { points } : { toFillIn: [rowsOf('each point', inputs)] };
}

function importPoints(
  file: string,
  reader: KeywordReader,
  inputs: readonly MethodInput[],
  readBeside: ReadBeside,
): Points {
  const isFree = reader.has('freeform');
  const isCustom = reader.has('custom_annotated');
  reader.has('annotated');
  reader.has('active_only');
  const [header, evaluation, source] = ['header', 'eval_id', 'interface_id'].map((word) =>
    reader.has(word),
  );
  const text = readBeside(file);
  if (text === undefined) return { toFillIn: [rowsOf(`each row of ${file}`, inputs)] };
  const lines = text.split(/\r?\n/u).flatMap((line, index) => {
    const cells = line.trim().split(/[\s,]+/u);
    return line.trim() === '' ? [] : [{ cells, line: index + 1 }];
  });
  const hasHeader = !isFree && (!isCustom || header === true);
  const ids = isFree ? 0 : isCustom ? Number(evaluation) + Number(source) : 2;
  const names = hasHeader ? lines[0]?.cells.map((cell) => cell.replace(/^%/u, '')) : undefined;
  const columns = inputs.map(({ label }, index) => {
    const column = names === undefined ? ids + index : names.indexOf(label);
    if (column >= 0) return column;
    throw refused(`${file}:1`, `no column ${label}, only ${names?.join(' ') ?? ''}`);
  });
  const rows = hasHeader ? lines.slice(1) : lines;
  if (rows.length === 0) throw refused(file, 'no row');
  return {
    points: rows.map(({ cells, line }) =>
      columns.map((column): PointValue => {
        const cell = cells[column];
        if (cell !== undefined) return cell;
        throw refused(`${file}:${line}`, `${cells.length} values`);
      }),
    ),
  };
}

/** The points as a CSV with the names of the variables. */
export function pointsText(
  inputs: readonly Pick<MethodInput, 'name'>[],
  points: readonly (readonly PointValue[])[],
): string {
  const cell = (value: PointValue): string =>
    typeof value === 'string' && /[",]/u.test(value)
      ? `"${value.replaceAll('"', '""')}"`
      : String(value);
  const rows = [inputs.map(({ name }) => name), ...points];
  return `${rows.map((row) => row.map(cell).join(',')).join('\n')}\n`;
}

/** What a person has to bring. */
function rowsOf(each: string, inputs: readonly MethodInput[]): string {
  const names = inputs.map(({ name }) => name).join(',');
  return `points.csv: a line of names (${names}), then a line for ${each}`;
}

function refused(place: string, got: string): UsageError {
  return new UsageError('USAGE_INIT', `${place}: Expected a value for each variable, got ${got}`, {
    hint: 'Write its format behind import_points_file: annotated, custom_annotated, or freeform',
  });
}
