import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { writeNamedFile } from '../../files/index.ts';
import { layout } from '../../store/index.ts';
import { archiveOption, openStudies } from '../archive/open-studies.ts';
import { startedStudyHelp } from '../argument-help.ts';
import type { DefineVerb } from '../define-verb.ts';
import { countOf } from '../format-quantities.ts';
import { missingFolder } from '../missing-folder.ts';
import { namedFolder } from '../named-folder.ts';
import { findStudy } from '../studies/find-study.ts';
import { openInBrowser } from '../studies/open-in-browser.ts';

interface ReportOptions {
  readonly output?: string;
  readonly figures?: string;
  readonly open?: boolean;
  readonly archive?: string;
}

/** `doeflow report`: the report of a study as one HTML file, also while it runs. Needs no server and no platform: an open study is asked how it stands where its engine is up. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', startedStudyHelp)
    .option('-o, --output <file>', 'the HTML file (default: report-<study id>.html here)')
    .option('--figures <dir>', 'write each figure as SVG and its numbers as CSV, too')
    .option('--open', 'show it in the browser of this desktop')
    .option(...archiveOption)
    .addHelpText(
      'after',
      '\nEach study leaves report.html beside results.csv at its end. This writes one at any time, of the runs that were collected so far. What it shows: docs/report.md.',
    )
    .action(async (reference: string, options: ReportOptions) => {
      context.interrupt.close();
      const store = await openStudies(context, options.archive);
      const stored = await findStudy(store, reference, options.archive);
      const { studyId } = stored;
      const path = resolve(context.cwd, options.output ?? `report-${studyId}.html`);
      requireFree(path);
      const { createReport, readPageScript, renderReport } = await import('../../report/index.ts');
      const { lookAtOpenStudy } = await import('../studies/look-at-open-study.ts');
      const open =
        options.archive === undefined ? await lookAtOpenStudy(context, store, stored) : undefined;
      const { readReportInput } = await import('../studies/read-report-input.ts');
      const input = await readReportInput(store, stored, {
        ...{ version: context.version, now: context.now(), open },
      });
      const report = await createReport(input);
      const page = renderReport(report, await readPageScript());
      const made = missingFolder(path);
      await writeNamedFile(path, [page], { isPrivate: true });
      if (made !== undefined) context.output.note(`There was no folder ${made}; it was made.`);
      const folder =
        options.figures === undefined ? undefined : await namedFolder(context.cwd, options.figures);
      const { writeFigures } = await import('../studies/write-figures.ts');
      const figures = folder === undefined ? [] : await writeFigures(report, folder);
      if (stored.ended === undefined) {
        const { done, failed, stopped = 0 } = input.summary.runs;
        context.output.note(
          `Study ${studyId} is unfinished: this covers the ${countOf(done + failed + stopped, 'run')} collected so far.`,
        );
      }
      const isOpen = options.open !== true || (await openInBrowser(path, process.platform));
      if (!isOpen) context.output.note(`No browser could be opened; open ${path} by hand.`);
      context.output.show({
        json: {
          ...{ studyId, path, bytes: Buffer.byteLength(page) },
          complete: stored.ended !== undefined,
          sections: report.sections.map(({ id }) => id),
          ...(folder === undefined ? {} : { figuresDir: folder, figures }),
        },
        human: [
          {
            kind: 'text',
            lines: [
              `Wrote ${path}`,
              ...(folder === undefined
                ? []
                : [`Wrote ${countOf(figures.length, 'file')} to ${folder}`]),
            ],
          },
        ],
        quiet: path,
      });
    });
};

/** @throws UsageError with exit code 5 for the report that a study's manifest holds the hash of */
function requireFree(path: string): void {
  if (!existsSync(path) || !existsSync(join(dirname(path), layout.manifest.name))) return;
  throw new UsageError(
    'USAGE_FILE',
    `Can't write the report to ${path}: it belongs to a study's results, and their manifest holds its hash`,
    { exitCode: 5, hint: 'Give another file with -o FILE' },
  );
}
