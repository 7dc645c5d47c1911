import { costText } from '../cost-text.ts';
import { absent, countOf, figureBlock } from '../figure-block.ts';
import { formatNumber } from '../format-number.ts';
import type { Block, Fact } from '../report.ts';
import type { MakeSection } from '../section-input.ts';

/** What the runs used, by what became of it. */
export const costSection: MakeSection = ({ attempts, summary, slotHour, study }) => {
  const all = attempts.flat();
  const seconds = (isWanted: (one: (typeof all)[number]) => boolean): number =>
    all.filter(isWanted).reduce((sum, { elapsedSeconds = 0 }) => sum + elapsedSeconds, 0);
  const cores = study.job.hardware.coresPerSlot;
  const kept = seconds(({ status }) => status === 'Done');
  const lost = seconds(({ status }) => status !== 'Done');
  // What was reused cost nothing here.
  const done = summary.runs.done - (summary.runs.reused ?? 0);
  const hours = (of: number): number => (of * cores) / 3600;
  const facts: readonly Fact[] = [
    {
      name: 'Cost of the study',
      value: costText(summary.cost),
      note: 'between bounds, from the times and prices that the platform told; not its bill',
    },
    {
      name: 'Core hours of runs',
      value: formatNumber(hours(kept + lost)),
      note: `${countOf(cores, 'core')} a run`,
    },
    ...(done > 0
      ? [
          {
            name: 'Time of a run that is done',
            value: `${formatNumber(kept / done)} s`,
            note: 'mean',
          },
        ]
      : []),
    ...(slotHour !== undefined && done > 0
      ? [
          {
            name: 'Run time per result',
            value: `${formatNumber((slotHour * (kept + lost)) / 3600 / done)} ${summary.cost?.currency ?? ''}`,
            note: 'failed attempts counted in',
          },
        ]
      : []),
  ];
  const blocks: Block[] = [{ kind: 'facts', facts }];
  if (kept + lost === 0) {
    blocks.push(absent('No figure: the platform told no times of runs.'));
  } else {
    const rows = [
      ['done', kept],
      ['failed attempts', lost],
    ] as const;
    blocks.push(
      figureBlock({
        id: 'core-hours',
        title: 'Core hours by what became of them',
        caption: `Failed attempts took ${formatNumber((100 * lost) / (kept + lost))} % of the core hours.`,
        plot: {
          kind: 'bars',
          categories: rows.map(([name]) => name),
          valueName: 'core hours',
          series: [{ name: 'core hours', values: rows.map(([, of]) => hours(of)) }],
        },
        trust: [],
        numbers: {
          head: ['attempts', 'core hours', 'seconds'],
          rows: rows.map(([name, of]) => [name, hours(of), of]),
        },
      }),
    );
  }
  return { id: 'cost', title: 'Cost', blocks };
};
