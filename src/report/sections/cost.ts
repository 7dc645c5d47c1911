import { amountText } from '../../study/amount-text.ts';
import { costText } from '../cost-text.ts';
import { absent, countOf, figureBlock } from '../figure-block.ts';
import { hardwareBlocks } from '../hardware-blocks.ts';
import { formatNumber } from '../format-number.ts';
import type { Block, Fact } from '../report.ts';
import type { MakeSection } from '../section-input.ts';

/** What the runs used, by what became of it. */
export const costSection: MakeSection = ({ attempts, summary, slots, study }) => {
  const all = attempts.flat();
  type Attempt = (typeof all)[number];
  const isKept = ({ status }: Attempt): boolean => status === 'Done';
  const isStopped = ({ reason }: Attempt): boolean => reason === 'stopped';
  const isLost = (one: Attempt): boolean => !isKept(one) && !isStopped(one);
  const sumOf = (isWanted: (one: Attempt) => boolean, of: (one: Attempt) => number): number =>
    all.filter(isWanted).reduce((sum, one) => sum + of(one), 0);
  const secondsOf = ({ elapsedSeconds = 0 }: Attempt): number => elapsedSeconds;
  const coresOf = ({ jobNumber }: Attempt): number =>
    slots?.cores(jobNumber) ?? study.job.hardware.coresPerSlot;
  const hoursOf = (one: Attempt): number => (secondsOf(one) * coresOf(one)) / 3600;
  const kept = sumOf(isKept, secondsOf);
  const hours = sumOf(() => true, hoursOf);
  const counts = [...new Set(all.map(coresOf))].sort((a, b) => a - b);
  const cores = counts.length === 0 ? [study.job.hardware.coresPerSlot] : counts;
  // Undefined where nobody knows what one of them cost.
  const cost = all.reduce<number | undefined>((sum, one) => {
    const hour = slots?.hourCost(one.jobNumber);
    if (secondsOf(one) === 0 || sum === undefined) return sum;
    return hour === undefined ? undefined : sum + (hour * secondsOf(one)) / 3600;
  }, slots && 0);
  // What was reused cost nothing here.
  const done = summary.runs.done - (summary.runs.reused ?? 0);
  const facts: readonly Fact[] = [
    {
      name: 'Cost of the study',
      value: costText(summary.cost),
      note: 'between bounds, from the times and prices that the platform told; not its bill',
    },
    {
      name: 'Core hours of runs',
      value: formatNumber(hours),
      note: `${cores.map((one) => countOf(one, 'core')).join(' or ')} a run`,
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
    ...(cost !== undefined && done > 0
      ? [
          {
            name: 'Cost of run time per result',
            value: `${amountText(cost / done)} ${summary.cost?.currency ?? '(currency not known)'}`,
            note: 'failed attempts counted in',
          },
        ]
      : []),
  ];
  const blocks: Block[] = [
    { kind: 'facts', facts },
    ...hardwareBlocks({ attempts, summary, slots }),
  ];
  if (hours === 0) {
    blocks.push(absent('No figure: the platform told no times of runs.'));
  } else {
    const rowOf = (name: string, isWanted: (one: Attempt) => boolean) => ({
      ...{ name, hours: sumOf(isWanted, hoursOf), seconds: sumOf(isWanted, secondsOf) },
    });
    const rows = [
      rowOf('done', isKept),
      rowOf('failed attempts', isLost),
      ...(all.some(isStopped) ? [rowOf('stopped attempts', isStopped)] : []),
    ];
    const [, ...others] = rows;
    const shares = others.map(
      ({ name, hours: own }) => `${formatNumber((100 * own) / hours)} % (${name})`,
    );
    blocks.push(
      figureBlock({
        id: 'core-hours',
        title: 'Core hours by what became of them',
        caption: `Of the core hours, ${shares.join(' and ')} gave no result.`,
        plot: {
          kind: 'bars',
          categories: rows.map(({ name }) => name),
          valueName: 'core hours',
          series: [{ name: 'core hours', values: rows.map(({ hours: own }) => own) }],
        },
        trust: [],
        numbers: {
          head: ['attempts', 'core hours', 'seconds'],
          rows: rows.map(({ name, hours: own, seconds }) => [name, own, seconds]),
        },
      }),
    );
  }
  return { id: 'cost', title: 'Cost', blocks };
};
