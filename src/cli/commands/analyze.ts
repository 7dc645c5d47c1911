import { resolve } from 'node:path';
import { layout } from '../../store/index.ts';
import { composeSummary } from '../../summary/index.ts';
import { archiveOption, openStudies } from '../archive/open-studies.ts';
import { analyseCsv } from '../analysis/analyse-csv.ts';
import { analyseStoredStudy } from '../analysis/analyse-stored-study.ts';
import { describeSummary } from '../analysis/describe-summary.ts';
import { writeSummary } from '../analysis/write-summary.ts';
import type { CommandContext } from '../context.ts';
import type { DefineVerb } from '../define-verb.ts';
import type { StoredStudy } from '../studies/stored-study.ts';

interface AnalyzeOptions {
  readonly study?: string;
  readonly to: string;
  readonly archive?: string;
}

/** The results of a study; an open one is asked how it stands where its engine is up. */
async function analyseStarted(context: CommandContext, what: string, options: AnalyzeOptions) {
  const store = await openStudies(context, options.archive);
  const { lookAtOpenStudy } = await import('../studies/look-at-open-study.ts');
  return analyseStoredStudy(store, what, {
    ...options,
    ...(options.archive === undefined && {
      look: (stored: StoredStudy) => lookAtOpenStudy(context, store, stored),
    }),
  });
}

/** `doeflow analyze`: statistics of a study's results, or of any CSV. Needs no server and no platform. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<what>', 'a started study (id, start of it, or name), or a CSV file with results')
    .option(
      '--study <file>',
      'for a CSV: the study file that says what its columns are (default: study.yaml beside it); for a study: a study file with other findings and statistics',
    )
    .option('--to <file>', 'file for the summary', layout.summary.name)
    .option(...archiveOption)
    .addHelpText(
      'after',
      '\ndocs/analysis.md and `doeflow schema --of summary` describe every field of the summary.',
    )
    .action(async (what: string, options: AnalyzeOptions) => {
      context.interrupt.close();
      const isCsv = /\.csv$/iu.test(what);
      const { study, analysis, standing, notes } = isCsv
        ? await analyseCsv(resolve(context.cwd, what), what, options.study)
        : await analyseStarted(context, what, options);
      const summary = composeSummary(study, analysis.statistics, analysis.findings, standing);
      const file = resolve(context.cwd, options.to);
      await writeSummary(file, summary);
      for (const note of notes) context.output.note(note);
      context.output.show(describeSummary(summary, { file, study }));
    });
};
