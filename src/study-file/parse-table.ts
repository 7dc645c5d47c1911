import { parse } from 'csv-parse/sync';
import type { StringTable } from '../study/string-table.ts';
import type { FoundIssue } from './issues.ts';

/** What reading a CSV gives: the table, or the first thing wrong with it. */
export type TableResult = { readonly table: StringTable } | { readonly issue: FoundIssue };

/** Each is a variable, or is named by the study file as none. */
const maxColumns = 10_000;

/** A row takes some hundred bytes of memory and 25 µs: with more the reading alone takes half a minute. */
const maxRows = 1_000_000;

/** What the reader gives for a row. */
interface ReadRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads a CSV with a header, strictly: comma separated, rows of equal length, no doubled or empty names. A byte-order mark and
 * CRLF are taken; lines without any text are skipped.
 * @param file as the study file names it, for findings
 */
export function parseTable(text: string, file: string, mostRows = maxRows): TableResult {
  const refuse = (line: number, message: string, hint?: string, column = 1): TableResult => ({
    issue: { place: { file, line, column }, message, hint },
  });
  const comment = beginsWithComment(text);
  if (comment !== undefined) return refuse(...comment);
  const separator = otherSeparator(text);
  if (separator !== undefined) return refuse(1, ...separator);
  const quoted = new Map<number, Set<number>>();
  let found: readonly ReadRow[];
  try {
    found = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 1_000_000,
      cast: (cell, { quoting, records, index }) => {
        if (records > mostRows) throw new Error(`it has more than ${mostRows} rows`);
        if (index >= maxColumns) throw new Error(`it has more than ${maxColumns} columns`);
        // The header is record 0.
        if (quoting) quoted.set(records - 1, (quoted.get(records - 1) ?? new Set()).add(index));
        return cell;
      },
    }) as unknown as readonly ReadRow[];
  } catch (error) {
    const line = error instanceof Error && 'lines' in error ? Number(error.lines) : 1;
    const reason = error instanceof Error ? error.message : String(error);
    if (reason.startsWith('it has more than')) {
      return refuse(line, `The file is too large: ${reason}`, 'make several studies of it');
    }
    return refuse(
      line,
      `The file is not a valid CSV: ${reason}`,
      'close every quote; write "" for a quote inside quotes',
    );
  }
  const [header, ...body] = found;
  if (!header)
    return refuse(1, 'The file is empty: it needs a header with the names of its columns');
  const names = header.record;
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (name === '') return refuse(1, `Column ${index + 1} has no name`);
    if (seen.has(name.toLowerCase())) {
      return refuse(1, `Two columns have the name \`${name}\``, 'names are compared ignoring case');
    }
    seen.add(name.toLowerCase());
  }
  const ragged = body.find((entry) => entry.record.length !== names.length);
  if (ragged?.record[0]?.startsWith('#') === true) {
    const hint = 'remove the line: a table has no comments';
    return refuse(ragged.info.lines, 'Expected a row, got a line that begins with `#`', hint);
  }
  if (ragged) {
    return refuse(
      ragged.info.lines,
      `Expected ${names.length} cells in each row, got ${ragged.record.length}`,
      'a decimal comma or a missing quote splits cells',
    );
  }
  if (body.length === 0) return refuse(1, 'The table has no rows below its header');
  return {
    table: {
      file,
      names,
      rows: body.map((entry) => entry.record),
      ...(quoted.size === 0 ? {} : { quoted }),
      lines: body.map((entry) => entry.info.lines),
    },
  };
}

/** What to say where the first line with text is none of names, as in files that programs write. */
function beginsWithComment(
  text: string,
): readonly [line: number, message: string, hint: string] | undefined {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r?\n/u, 1000);
  const at = lines.findIndex((line) => line.trim() !== '');
  const first = lines[at]?.trim() ?? '';
  if (!first.startsWith('#')) return undefined;
  const next = lines.slice(at + 1).find((line) => line.trim() !== '' && !line.startsWith('#'));
  const cells = (line: string): number => line.split(',').length;
  const isHeader = next !== undefined && cells(next) === cells(first) && /^[\s\d+.-]/u.test(next);
  return [
    at + 1,
    `Expected the names of the columns in the first line, got one that begins with \`#\``,
    isHeader
      ? `remove the \`#\` before the names: \`${first.replace(/^#+\s*/u, '').slice(0, 60)}\``
      : 'remove the line: a table has no comments',
  ];
}

/** What to say where the header has semicolons or tabs between its columns; told before the rows are read, as their quotes make no sense with commas. */
function otherSeparator(text: string): readonly [message: string, hint: string] | undefined {
  const [header = ''] = text.split(/\r?\n/u, 1);
  const outsideQuotes = header.replaceAll(/"(?:[^"]|"")*"/gu, '');
  const [found] = /[;\t]/u.exec(outsideQuotes) ?? [];
  if (found === undefined || outsideQuotes.includes(',')) return undefined;
  const [name, written] = found === ';' ? ['semicolons', ';'] : ['tabs', '\\t'];
  return [
    `Expected commas between the columns, got ${name}`,
    `save it comma separated, with decimal points; in Python: pandas.read_csv("a.csv", sep="${written}", decimal=",").to_csv("b.csv", index=False)`,
  ];
}
