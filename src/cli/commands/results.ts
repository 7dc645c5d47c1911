import { Option } from 'commander';
import { mergeOutcomes } from '../../run/run-outcome.ts';
import { noteDone } from '../../run/done-message.ts';
import { noteFailedAnew } from '../../run/not-done-anew.ts';
import { noteUnread } from '../../run/note-unread.ts';
import { noteOutcomes } from '../../study/note-outcomes.ts';
import { readAttempts, readWithdrawnRuns } from '../../store/index.ts';
import { archiveOption, openStudies } from '../archive/open-studies.ts';
import { startedStudyHelp } from '../argument-help.ts';
import { countOf } from '../format-quantities.ts';
import { printableLine } from '../printable.ts';
import { parseCount, parseNames } from '../parse-arguments.ts';
import { exportResults } from '../studies/export-results.ts';
import { findStudy } from '../studies/find-study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import { createResultsTable } from '../studies/results-table.ts';
import { handOutTable, tableFormats, type TableFormat } from '../studies/hand-out-table.ts';
import { texts } from '../tables/format-rows.ts';
import type { RowTable } from '../tables/row-table.ts';
import type { Selection } from '../tables/select-rows.ts';
import { selectRows } from '../tables/select-rows.ts';
import type { Output } from '../output/output.ts';
import type { DefineVerb } from '../define-verb.ts';
import { namedFolder } from '../named-folder.ts';

interface ResultsOptions extends Omit<Selection, 'keep'> {
  readonly where?: string;
  readonly format?: TableFormat;
  readonly output?: string;
  readonly to?: string;
  readonly archive?: string;
}

/** Rows that a terminal shows without `--limit`. */
const screenful = 20;

/** `doeflow results`: the table of a study's runs, also while it runs; `--output` writes it to a file, `--to` a copy of all results. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', startedStudyHelp)
    .addOption(new Option('--format <format>', 'format of the table').choices(tableFormats))
    .option('--where <expression>', 'only rows for which this is true, such as "stress < 4e4"')
    .option('--sort <column>', 'smallest value first; -column for the largest first')
    .option(
      '--columns <names>',
      'only these columns, in this order; separated by commas',
      parseNames,
    )
    .option('--limit <n>', 'at most this many rows', parseCount)
    .option(
      '-o, --output <file>',
      'print nothing; write the table to this file, in the format of its ending or of --format; folders on the way are made',
    )
    .option('--to <dir>', 'print nothing; write a copy of all results to DIR/<study id>')
    .option(...archiveOption)
    .action(async (reference: string, options: ResultsOptions) => {
      context.interrupt.close();
      const { output } = context;
      const store = await openStudies(context, options.archive);
      const stored = await findStudy(store, reference, options.archive);
      const planned = await planStoredStudy(store, stored);
      const { study, plan, studyId } = planned;
      const attempts = await readAttempts(store.study(studyId));
      if (options.to !== undefined) {
        const target = await namedFolder(context.cwd, options.to);
        const folder = await exportResults(store, stored, {
          study,
          plan,
          attempts,
          target,
          output,
        });
        output.show({
          json: { studyId, resultsDir: folder, complete: stored.ended !== undefined },
          human: [{ kind: 'text', lines: [`Wrote ${folder}`] }],
          quiet: folder,
        });
        return;
      }
      const { now: withdrawn } = await readWithdrawnRuns(store.study(studyId));
      const isOver = stored.ended !== undefined;
      const table = createResultsTable(study, plan, attempts, isOver, withdrawn);
      for (const note of noteDone(mergeOutcomes(attempts).values())) {
        output.note(printableLine(`note: ${note}; doeflow runs ${studyId} tells of each`));
      }
      const notes = noteOutcomes(mergeOutcomes(attempts).values(), study, plan);
      const unread = noteUnread(mergeOutcomes(attempts).values());
      for (const note of [...noteFailedAnew(attempts), ...unread, ...notes]) {
        output.note(printableLine(`note: ${note}`));
      }
      const keep = await filterOf(table, options.where);
      const choose = (columns: readonly string[] | undefined): RowTable =>
        selectRows(table, { ...options, columns, keep });
      const isForScreen = options.format === undefined && options.output === undefined;
      if (isForScreen && !output.json && output.terminal) {
        showOnTerminal(output, choose(options.columns), options.limit === undefined);
        return;
      }
      await handOutTable(context, { stored: planned, study, choose }, options);
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
                `… ${countOf(rows.length - shown.length, 'more row')}; to see them, use --limit N or --format csv`,
              ],
            } as const,
          ]
        : []),
    ],
  });
}
