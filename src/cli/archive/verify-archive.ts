import type { Command } from 'commander';
import { verifyDestination, type VerifyProgress, type VerifyReport } from '../../archive/index.ts';
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { countOf, formatBytes } from '../format-quantities.ts';
import type { Block, View } from '../output/view.ts';
import { escapedLine } from '../printable.ts';
import { archiveHelp, openArchive } from './open-archive.ts';

/** Faults that people are shown; `--json` has more. */
const mostShown = 50;

/** Milliseconds between two pictures of the progress. */
const pause = 200;

/** `doeflow archive verify`: every hash of an archive, its records, and the statistics of its studies computed again. */
export function addVerify(command: Command, context: CommandContext): void {
  command
    .command('verify')
    .description('check every file of an archive, and compute its statistics again')
    .argument('<destination>', archiveHelp)
    .addHelpText(
      'after',
      '\nNeeds no Temporal, no platform and no store. Exit code 3 where something is not as it was archived.',
    )
    .action(async (destination: string) => {
      const objects = await openArchive(context, destination);
      const report = await verifyDestination(objects, { onProgress: showProgress(context) });
      context.output.endFrame();
      context.output.show(describeReport(destination, report));
      if (!report.whole) context.end(exitCodes.studyFailed);
    });
}

function showProgress({ output }: CommandContext): (progress: VerifyProgress) => void {
  let shown = 0;
  return (progress) => {
    if (!output.live || Date.now() - shown < pause) return;
    shown = Date.now();
    const { jobs, jobsTotal, studies, studiesTotal, files, bytes, faults } = progress;
    output.frame([
      `jobs ${jobs}/${jobsTotal}, studies ${studies}/${studiesTotal}: ${countOf(files, 'file')}, ${formatBytes(bytes)} read, ${countOf(faults, 'fault')}`,
    ]);
  };
}

/** What a verification found, in all voices. */
export function describeReport(destination: string, report: VerifyReport): View {
  const { whole, jobs, bags, studies, crates, passes, statistics, files, bytes, faultCount } =
    report;
  const shown = report.faults.slice(0, mostShown).map(({ message }) => escapedLine(message));
  const more = faultCount - shown.length;
  const human: Block[] = [
    {
      kind: 'text',
      lines: [
        whole
          ? `${destination} is whole.`
          : `${destination} is not whole: ${countOf(faultCount, 'fault')}.`,
      ],
    },
    {
      kind: 'facts',
      rows: [
        ['jobs', `${jobs} in ${countOf(bags, 'bag')}`],
        ['studies', `${studies} in ${countOf(crates, 'crate')}`],
        ['passes', `reports of ${passes}`],
        ['statistics', `computed again for ${statistics} of ${studies}`],
        ['read', `${countOf(files, 'file')}, ${formatBytes(bytes)}`],
        ['not covered', 'README.txt; archive.json and the records beyond their form and agreement'],
      ],
    },
    ...(shown.length === 0 ? [] : [{ kind: 'text' as const, lines: shown }]),
    ...(more > 0
      ? [
          {
            kind: 'text' as const,
            lines: [`… and ${countOf(more, 'more fault')}; --json has more of them`],
          },
        ]
      : []),
    ...(report.notes.length === 0
      ? []
      : [
          {
            kind: 'text' as const,
            lines: report.notes.map((note) => `note: ${escapedLine(note)}`),
          },
        ]),
  ];
  return { json: { destination, ...report }, human, quiet: whole ? 'whole' : shown.join('\n') };
}
