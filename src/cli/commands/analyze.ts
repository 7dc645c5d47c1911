import { resolve } from 'node:path';
import { layout } from '../../store/index.ts';
import { composeSummary } from '../../summary/index.ts';
import { analyseCsv } from '../analysis/analyse-csv.ts';
import { analyseStoredStudy } from '../analysis/analyse-stored-study.ts';
import { describeSummary } from '../analysis/describe-summary.ts';
import { writeSummary } from '../analysis/write-summary.ts';
import type { DefineVerb } from '../define-verb.ts';

interface AnalyzeOptions {
  readonly study?: string;
  readonly to: string;
}

/** `doeflow analyze`: what the results of a study or of any CSV mean. Needs neither server nor platform. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<what>', 'study id, start of one, or name; or a CSV of results')
    .option(
      '--study <file>',
      'study file that says what the columns of a CSV are (default: study.yaml beside it), or which findings and statistics a study shall have',
    )
    .option('--to <file>', 'where to write the summary', layout.summary.name)
    .addHelpText(
      'after',
      '\nEvery field of the summary is described in docs/analysis.md, and by `doeflow schema --of summary`.',
    )
    .action(async (what: string, options: AnalyzeOptions) => {
      const isCsv = /\.csv$/iu.test(what);
      const { study, analysis, standing, notes } = isCsv
        ? await analyseCsv(resolve(context.cwd, what), what, options.study)
        : await analyseStoredStudy(context, what, options.study);
      const summary = composeSummary(study, analysis.statistics, analysis.findings, standing);
      const file = resolve(context.cwd, options.to);
      await writeSummary(file, summary);
      for (const note of notes) context.output.note(note);
      context.output.show(describeSummary(summary, { file, study }));
    });
};
