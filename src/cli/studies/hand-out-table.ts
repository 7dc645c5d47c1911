/** Gives the table of a study to other programs: as text on stdout, or as a file. */
import { extname, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { namedSink } from '../../files/index.ts';
import { responseNames } from '../../study/response-names.ts';
import type { Study } from '../../study/study.ts';
import type { CommandContext } from '../context.ts';
import { countOf, subjectOf } from '../format-quantities.ts';
import { toDakotaTable } from '../tables/dakota-rows.ts';
import { formatRows, textFormats } from '../tables/format-rows.ts';
import type { RowTable } from '../tables/row-table.ts';
import type { StoredStudy } from './stored-study.ts';

export const tableFormats = [...textFormats, 'parquet'] as const;

export type TableFormat = (typeof tableFormats)[number];

/** Endings of files -> format. */
const formatsByEnding: Readonly<Record<string, TableFormat>> = {
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.json': 'json',
  '.md': 'md',
  '.dat': 'dakota',
  '.parquet': 'parquet',
};

/** The table that is handed out. */
interface HandedTable {
  readonly stored: StoredStudy;
  readonly study: Study;
  /** The rows that the user asked for, with these columns; with all of them where there is no choice. */
  readonly choose: (columns: readonly string[] | undefined) => RowTable;
}

/** How it is handed out. */
interface HandOutOptions {
  readonly format?: TableFormat;
  readonly output?: string;
  readonly columns?: readonly string[] | undefined;
}

/** @throws UsageError where the format isn't known, needs a file, or can't hold a value */
export async function handOutTable(
  context: CommandContext,
  { stored, study, choose }: HandedTable,
  options: HandOutOptions,
): Promise<void> {
  const { output } = context;
  const format = chooseFormat(options, output.json);
  const file = options.output === undefined ? undefined : resolve(context.cwd, options.output);
  const table =
    format === 'dakota' ? dakotaTable(context, study, choose, options) : choose(options.columns);
  if (format === 'parquet') {
    if (file === undefined) {
      throw new UsageError('USAGE_FORMAT', 'Parquet is no text: it needs a file', {
        hint: 'Name one, such as --output results.parquet',
      });
    }
    // Loaded where it is asked for: most tables are text.
    const { writeParquet } = await import('../tables/write-parquet.ts');
    const { columnKinds } = await import('../tables/column-kinds.ts');
    const metadata = metadataOf(stored, study, context.version);
    await writeParquet(file, table, { kinds: columnKinds(study), metadata });
  } else if (file === undefined) {
    for (const piece of formatRows(table, format)) await output.write(piece);
    return;
  } else {
    await namedSink(file)(formatRows(table, format));
  }
  output.show({
    json: { studyId: stored.studyId, file, format, rows: table.rowCount },
    human: [{ kind: 'text', lines: [`Wrote ${countOf(table.rowCount, 'row')} to ${file}`] }],
    quiet: file,
  });
}

function chooseFormat({ format, output }: HandOutOptions, isJson: boolean): TableFormat {
  if (format !== undefined) return format;
  if (output === undefined) return isJson ? 'json' : 'csv';
  const ending = extname(output).toLowerCase();
  const found = Object.hasOwn(formatsByEnding, ending) ? formatsByEnding[ending] : undefined;
  if (found !== undefined) return found;
  throw new UsageError('USAGE_FORMAT', `The ending of ${output} names no format`, {
    hint: `Endings: ${Object.keys(formatsByEnding).join(', ')}; or say the format with --format`,
  });
}

/** Dakota's form has the run numbers whatever the columns are; what it leaves out is told. */
function dakotaTable(
  { output }: CommandContext,
  study: Study,
  choose: HandedTable['choose'],
  { columns }: HandOutOptions,
): RowTable {
  const chosen = choose(
    columns === undefined ? undefined : ['run', ...columns.filter((name) => name !== 'run')],
  );
  const table = toDakotaTable(chosen, {
    variables: new Set(study.variables.map(({ name }) => name)),
    responses: new Set(responseNames(study)),
  });
  const leftOut = chosen.rowCount - table.rowCount;
  if (leftOut > 0) {
    output.note(
      `${subjectOf(leftOut, 'run', 'are')} left out, as Dakota's form has no mark for a missing value: doeflow results with --format csv has all runs`,
    );
  }
  return table;
}

function metadataOf(
  { studyId, snapshot }: StoredStudy,
  study: Study,
  version: string,
): Readonly<Record<string, string>> {
  const units = study.variables.flatMap(({ name, unit }) =>
    unit === undefined ? [] : [[name, unit] as const],
  );
  return {
    'doeflow.version': version,
    'doeflow.study': snapshot.studyName,
    'doeflow.studyId': studyId,
    'doeflow.planHash': snapshot.planHash,
    'doeflow.units': JSON.stringify(Object.fromEntries(units)),
  };
}
