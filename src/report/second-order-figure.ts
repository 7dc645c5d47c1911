import { fitSampleSentence } from '../analysis/index.ts';
import { caseWords } from './case-words.ts';
import { absent, countOf, figureBlock, slug } from './figure-block.ts';
import { leastShare, leastShareWords } from './least-share.ts';
import { leftOutWords } from './left-out-words.ts';
import type { Block, FigureTrust } from './report.ts';
import type { SectionInput } from './section-input.ts';

const mostBars = 15;

/** Second-order indices of a response, of one case where there are several. */
interface SecondOrder {
  readonly response: string;
  readonly case?: number | undefined;
  /** What they are of, behind the title: empty, or such as ` by polynomial chaos`. */
  readonly source: string;
  /** First part of the figure's name. */
  readonly id: string;
  readonly pairs: readonly {
    readonly inputs: readonly [string, string];
    readonly value: number;
    readonly interval?: readonly [number, number] | null;
  }[];
  readonly trust: readonly FigureTrust[];
  /** Of the runs that the fit behind them was made of; absent for all. */
  readonly sample?: { readonly rows: number; readonly of: number } | undefined;
  /** Inputs that they leave out; absent for none. */
  readonly leftOut?: Parameters<typeof leftOutWords>[0];
}

/** Bars of the share of the variance that each pair of inputs explains together, beyond what each does alone, the largest first. */
export function secondOrderFigure(
  input: SectionInput,
  { response, case: caseNumber, source, id, pairs, trust, sample, leftOut }: SecondOrder,
): readonly Block[] {
  if (pairs.length === 0) return [];
  const title = `Second-order indices of ${response}${source}${caseWords(input, caseNumber)}`;
  const sorted = pairs.toSorted((a, b) => b.value - a.value);
  // Where the runs tell it no better, a pair may act by as much as its interval holds.
  const seen = sorted.filter(({ value, interval }) => (interval?.[1] ?? value) > leastShare);
  if (seen.length === 0) {
    return [
      absent(
        `No figure of ${title}: no pair of inputs explains more than ${leastShareWords} together.`,
      ),
    ];
  }
  const shown = seen.slice(0, mostBars);
  const nothing = sorted.length - seen.length;
  const hasIntervals = sorted.some(({ interval }) => interval);
  return [
    figureBlock({
      id: slug(id, response, ...(caseNumber === undefined ? [] : [String(caseNumber)])),
      title,
      caption: `Share of the variance of ${response} that two inputs (×) explain only together: their interaction.${fitSampleSentence(sample)}${
        hasIntervals
          ? ' Whiskers are confidence intervals; one that holds 0 may be no interaction.'
          : ''
      }${seen.length > mostBars ? ` The largest ${mostBars} of ${sorted.length} pairs; the numbers have all.` : nothing > 0 ? ` Not drawn: ${countOf(nothing, 'pair')} with less than ${leastShareWords}; the numbers have all.` : ''}${leftOutWords(leftOut)}`,
      plot: {
        kind: 'bars',
        categories: shown.map(({ inputs }) => inputs.join(' × ')),
        valueName: `share of the variance of ${response}`,
        series: [
          {
            name: 'second order',
            values: shown.map(({ value }) => value),
            ...(hasIntervals && { intervals: shown.map(({ interval }) => interval ?? null) }),
          },
        ],
      },
      trust,
      numbers: {
        head: ['input', 'with', 'second order', ...(hasIntervals ? ['lower', 'upper'] : [])],
        rows: sorted.map(({ inputs: [one, other], value, interval }) => [
          one,
          other,
          value,
          ...(hasIntervals ? [interval?.[0] ?? null, interval?.[1] ?? null] : []),
        ]),
      },
    }),
  ];
}
