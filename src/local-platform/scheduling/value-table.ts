import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';

/** A row of a param or case file: cells as text, unchanged but for blanks around them. */
export type ValueRow = Readonly<Record<string, string>>;

/** What a param or case file is made of, after one pass over all of it. */
export interface ValueTableShape {
  readonly names: readonly string[];
  readonly rowCount: number;
}

/** Thrown when a param or case file can't be used; the message names the line. */
export class ValueTableError extends Error {}

/**
 * Reads the header of a param or case file and counts its rows.
 *
 * @throws ValueTableError for an empty file, a name that is missing or comes twice, or a row of another length.
 */
export async function readTableShape(path: string): Promise<ValueTableShape> {
  let names: readonly string[] = [];
  let rowCount = -1;
  for await (const row of tableRecords(path)) {
    if (rowCount === -1) names = checkNames(row);
    rowCount += 1;
  }
  if (rowCount < 0)
    throw new ValueTableError('The file is empty; its first row names the variables.');
  if (rowCount === 0) throw new ValueTableError('The file has no row below the variable names.');
  return { names, rowCount };
}

/** The rows of a param or case file one by one, so that memory stays flat. @throws ValueTableError as {@link readTableShape}. */
export async function* readTableRows(path: string): AsyncGenerator<ValueRow> {
  let names: readonly string[] | undefined;
  for await (const row of tableRecords(path)) {
    if (names === undefined) names = checkNames(row);
    else yield Object.fromEntries(names.map((name, i) => [name, row[i] ?? '']));
  }
}

async function* tableRecords(path: string): AsyncGenerator<string[]> {
  const parser = createReadStream(path).pipe(
    parse({ bom: true, trim: true, skip_empty_lines: true, max_record_size: 10_000_000 }),
  );
  try {
    for await (const record of parser) yield record as string[];
  } catch (error) {
    throw new ValueTableError(error instanceof Error ? error.message : String(error));
  }
}

function checkNames(names: readonly string[]): readonly string[] {
  const empty = names.indexOf('');
  if (empty >= 0) throw new ValueTableError(`Column ${empty + 1} of the first row has no name.`);
  const double = names.find((name, i) => names.indexOf(name) !== i);
  if (double !== undefined) throw new ValueTableError(`The variable "${double}" comes twice.`);
  return names;
}
