import { absent, countOf, figureBlock, slug } from './figure-block.ts';
import { formatNumber } from './format-number.ts';
import { leastShare, leastShareWords } from './least-share.ts';
import type { Block } from './report.ts';
import type { SectionInput } from './section-input.ts';
import { trustOf } from './trust-of.ts';

const mostBars = 20;

/** Bars of the effects of a two-level design by size, with the line beyond which one is no chance; where there are other levels, the shares of variance. */
export function factorialEffects(
  { summary, titleOf }: SectionInput,
  response: string,
): readonly Block[] {
  const found = summary.factorialEffects?.find((one) => one.response === response);
  if (found !== undefined && found.effects.length > 0) {
    const sorted = found.effects.toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
    const squares = [...found.effects, ...(found.higher ?? [])].map(({ effect }) => effect ** 2);
    const all = squares.reduce((sum, one) => sum + one, 0);
    const seen = sorted.filter(({ effect }) => effect ** 2 > leastShare * all);
    const shown = seen.slice(0, mostBars);
    const margin = found.marginOfError ?? found.lenth?.marginOfError;
    const whose =
      found.marginOfError === undefined ? 'Lenth’s margin of error' : 'by its standard error';
    const blocks = summary.anova?.find((one) => one.response === response)?.blocks;
    const nameOf = (inputs: readonly string[]): string => inputs.join(' × ');
    return [
      figureBlock({
        id: slug('effects', response),
        title: `Effects on ${response}, by size`,
        caption: `How far the mean of ${response} moves from the low to the high level; an × stands for an interaction. ${
          margin === undefined
            ? 'Nothing measures the error of an effect, so there is no line of significance.'
            : `Beyond the dashed line, ${formatNumber(margin)}, an effect is no chance with 95 % (${whose}).`
        }${blocks === undefined ? '' : ' What differs between blocks is taken out.'}${found.textLevels?.map(({ input, low, high }) => ` ${input} goes from ${low} to ${high}.`).join('') ?? ''}${cutWords(seen.length, sorted.length, 'effect')}`,
        plot: {
          kind: 'bars',
          categories: shown.map(({ inputs }) => nameOf(inputs)),
          valueName: `size of the effect on ${titleOf(response)}`,
          series: [{ name: 'effect', values: shown.map(({ effect }) => Math.abs(effect)) }],
          ...(margin === undefined ? {} : { lines: [{ name: '95 %', value: margin }] }),
        },
        trust: trustOf(summary, ['factorialEffects'], response),
        numbers: {
          head: ['effect of', 'effect', 'standard error', 'p', 'stands also for'],
          rows: sorted.map(({ inputs, effect, standardError, pValue, aliases }) => [
            nameOf(inputs),
            effect,
            standardError ?? null,
            pValue ?? null,
            aliases.map((one) => `${one.sign < 0 ? '-' : ''}${nameOf(one.inputs)}`).join(', ') ||
              null,
          ]),
        },
      }),
    ];
  }
  const table = summary.anova?.find((one) => one.response === response);
  if (table === undefined) return [];
  const terms = table.terms.toSorted((a, b) => b.share - a.share);
  const seen = terms.filter(({ share }) => share > leastShare);
  if (seen.length === 0) {
    const none = `no input, and no interaction of two, explains more than ${leastShareWords}`;
    return [absent(`No figure of where the variance of ${response} comes from: ${none}.`)];
  }
  const shown = seen.slice(0, mostBars);
  return [
    figureBlock({
      id: slug('variance', response),
      title: `Where the variance of ${response} comes from`,
      caption: `Analysis of variance over ${countOf(table.runs, 'run')}: the share of each input and of each interaction of two (×) in the sum of squares.${table.blocks === undefined ? '' : ` What differs between blocks, ${formatNumber(table.blocks.share)} of it, is taken out.`}${cutWords(seen.length, terms.length, 'term')}`,
      plot: {
        kind: 'bars',
        categories: shown.map(({ inputs, isCurvature }) =>
          isCurvature ? 'curvature' : inputs.join(' × '),
        ),
        valueName: `share of the sum of squares of ${response}`,
        series: [{ name: 'share', values: shown.map(({ share }) => share) }],
      },
      trust: trustOf(summary, ['anova'], response),
      numbers: {
        head: ['term', 'degrees of freedom', 'sum of squares', 'share', 'F', 'p'],
        rows: terms.map(({ inputs, isCurvature, ...own }) => [
          isCurvature ? 'curvature' : inputs.join(' × '),
          own.freedom,
          own.sumOfSquares ?? null,
          own.share,
          own.f ?? null,
          own.pValue ?? null,
        ]),
      },
    }),
  ];
}

/** Which bars aren't drawn, as sentences with a blank before each. */
function cutWords(seen: number, all: number, noun: string): string {
  const unseen = all - seen;
  const cut = seen > mostBars ? ` The largest ${mostBars} of ${all}; the numbers have all.` : '';
  return unseen === 0
    ? cut
    : `${cut} Not drawn: ${countOf(unseen, noun)} with less than ${leastShareWords}${cut === '' ? '; the numbers have all' : ''}.`;
}
