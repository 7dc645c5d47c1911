import { resolve } from 'node:path';
import { Option } from 'commander';
import { openStore } from '../../store/index.ts';
import { readSettings } from '../engine/read-settings.ts';
import { countOf } from '../format-quantities.ts';
import { parseCount, parseNames } from '../parse-arguments.ts';
import { exportResults } from '../studies/export-results.ts';
import { findStudy } from '../studies/find-study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import { readAttempts } from '../studies/read-attempts.ts';
import { createResultsTable } from '../studies/results-table.ts';
import { formatRows, tableFormats, texts } from '../tables/format-rows.ts';
import type { TableFormat } from '../tables/format-rows.ts';
import type { RowTable } from '../tables/row-table.ts';
import type { Selection } from '../tables/select-rows.ts';
import { selectRows } from '../tables/select-rows.ts';
import type { Output } from '../output/output.ts';
import type { DefineVerb } from '../define-verb.ts';

interface ResultsOptions extends Omit<Selection, 'keep'> {
  readonly where?: string;
  readonly format?: TableFormat;
  readonly to?: string;
}

/** Rows that a terminal is given when nobody said how many. */
const screenful = 20;

/** `doeflow results`: the table of a study's runs, at its end or on the way; `--to` writes the whole readable copy. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', 'study id, start of one, or name')
    .addOption(new Option('--format <format>', 'print the table so').choices(tableFormats))
    .option('--where <expression>', 'only rows for which it is true, such as "stress < 4e4"')
    .option('--sort <column>', 'smallest first; -column for largest first')
    .option('--columns <names>', 'only these, in this order', parseNames)
    .option('--limit <n>', 'at most so many rows', parseCount)
    .option('--to <dir>', 'write the readable copy to DIR/<study id> instead of printing')
    .action(async (reference: string, options: ResultsOptions) => {
      const { output } = context;
      const store = await openStore(readSettings(context).storeDirectory);
      const stored = await findStudy(store, reference);
      const { study, plan, studyId } = await planStoredStudy(store, stored);
      const attempts = await readAttempts(store.study(studyId));
      if (options.to !== undefined) {
        const target = resolve(context.cwd, options.to);
        const folder = await exportResults(store, stored, { study, plan, attempts, target });
        output.show({
          json: { studyId, resultsDir: folder, complete: stored.ended !== undefined },
          human: [{ kind: 'text', lines: [`Wrote ${folder}`] }],
          quiet: folder,
        });
        return;
      }
      const table = createResultsTable(study, plan, attempts, stored.ended !== undefined);
      const chosen = selectRows(table, { ...options, keep: await filterOf(table, options.where) });
      if (options.format === undefined && !output.json && output.terminal) {
        showOnTerminal(output, chosen, options.limit === undefined);
        return;
      }
      await output.write(formatRows(chosen, options.format ?? (output.json ? 'json' : 'csv')));
    });
};

async function filterOf(
  table: RowTable,
  where: string | undefined,
): Promise<((index: number) => boolean) | undefined> {
  if (where === undefined) return undefined;
  const { compileRowFilter } = await import('../tables/compile-row-filter.ts');
  return compileRowFilter(table, where);
}

function showOnTerminal(output: Output, table: RowTable, shorten: boolean): void {
  const rows = texts(table);
  const shown = shorten ? rows.slice(0, screenful) : rows;
  output.show({
    json: null,
    human: [
      { kind: 'table', head: table.columns.map((column) => column.name), rows: shown },
      ...(shown.length < rows.length
        ? [
            {
              kind: 'text',
              lines: [
                `… ${countOf(rows.length - shown.length, 'more row')}; --limit N or --format csv shows them`,
              ],
            } as const,
          ]
        : []),
    ],
  });
}
