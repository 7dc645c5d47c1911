/** Figures of the estimators that belong to a design: Sobol' indices of Saltelli blocks, elementary effects of Morris trajectories. */
import { caseWords } from './case-words.ts';
import { absent, figureBlock, slug } from './figure-block.ts';
import type { Block } from './report.ts';
import type { SectionInput } from './section-input.ts';
import { secondOrderFigure } from './second-order-figure.ts';
import { trustOf } from './trust-of.ts';

interface Index {
  readonly value: number;
  readonly halfWidth?: number;
}

/** A smaller part of the largest effect is rounding of the responses that effects are differences of. */
const leastSpread = 1e-12;

/** An index less and plus its half width; null where that isn't known. */
function endsOf(index: Index | undefined): readonly [number, number] | null {
  return index?.halfWidth === undefined
    ? null
    : [index.value - index.halfWidth, index.value + index.halfWidth];
}

/** Bars of first and total indices with their bootstrap intervals, one figure a case; behind each the indices of pairs, where the design gives them. */
export function sobolFigures(input: SectionInput, response: string): readonly Block[] {
  const { summary } = input;
  return (summary.sobol ?? [])
    .filter((one) => one.response === response && one.indices.length > 0)
    .flatMap(({ case: caseNumber, indices, second, blocks }) => {
      const sorted = indices.toSorted((a, b) => (b.total?.value ?? 0) - (a.total?.value ?? 0));
      const trust = trustOf(summary, ['sobol'], response).filter((one) => one.case === caseNumber);
      const first = figureBlock({
        id: slug('sobol', response, ...(caseNumber === undefined ? [] : [String(caseNumber)])),
        title: `Sobol’ indices of ${response}${caseWords(input, caseNumber)}`,
        caption: `Shares of the variance of ${response} from ${blocks} blocks: by an input alone (first) and with all its interactions (total). A total far above the first: it acts together with others. Whiskers are confidence intervals.`,
        plot: {
          kind: 'bars',
          categories: sorted.map(({ variable }) => variable),
          valueName: `share of the variance of ${response}`,
          series: [
            {
              name: 'first order',
              values: sorted.map(({ first }) => first?.value ?? null),
              intervals: sorted.map(({ first }) => endsOf(first)),
            },
            {
              name: 'total',
              values: sorted.map(({ total }) => total?.value ?? null),
              intervals: sorted.map(({ total }) => endsOf(total)),
            },
          ],
        },
        trust,
        numbers: {
          head: ['input', 'first', 'half width of first', 'total', 'half width of total'],
          rows: sorted.map(({ variable, first, total }) => [
            variable,
            first?.value ?? null,
            first?.halfWidth ?? null,
            total?.value ?? null,
            total?.halfWidth ?? null,
          ]),
        },
      });
      return [
        first,
        ...secondOrderFigure(input, {
          ...{ response, case: caseNumber, source: '', id: 'second-order', trust },
          pairs: second.map(({ variables, index }) => ({
            inputs: variables,
            value: index.value,
            interval: endsOf(index),
          })),
        }),
      ];
    });
}

/** Points of mu* and sigma, and bars of mu* with its intervals, one pair a case. */
export function morrisFigures(input: SectionInput, response: string): readonly Block[] {
  const { summary, titleOf } = input;
  return (summary.morris ?? [])
    .filter((one) => one.response === response && one.effects.length > 0)
    .flatMap(({ case: caseNumber, effects }) => {
      const ids = caseNumber === undefined ? [] : [String(caseNumber)];
      const words = caseWords(input, caseNumber);
      const sorted = effects.toSorted((a, b) => b.muStar - a.muStar);
      const trust = trustOf(summary, ['morris'], response).filter((one) => one.case === caseNumber);
      const largest = sorted[0]?.muStar ?? 0;
      const spread = sorted.flatMap(({ variable, muStar, sigma }) =>
        sigma === undefined
          ? []
          : [{ x: muStar, y: sigma > leastSpread * largest ? sigma : 0, label: variable }],
      );
      const numbers = {
        head: ['input', 'mu*', 'lower', 'upper', 'mu', 'sigma', 'effects'],
        rows: sorted.map((one) => [
          one.variable,
          one.muStar,
          one.muStarInterval?.[0] ?? null,
          one.muStarInterval?.[1] ?? null,
          one.mu,
          one.sigma ?? null,
          one.count,
        ]),
      };
      return [
        figureBlock({
          id: slug('morris', response, ...ids),
          title: `Elementary effects on ${response}${words}`,
          caption: `mu* is the mean size of the change of ${response} over the whole range of an input: how much it matters. Whiskers are intervals over the trajectories.`,
          plot: {
            kind: 'bars',
            categories: sorted.map(({ variable }) => variable),
            valueName: `mu* of ${titleOf(response)}`,
            series: [
              {
                name: 'mu*',
                values: sorted.map(({ muStar }) => muStar),
                intervals: sorted.map(({ muStarInterval }) => muStarInterval ?? null),
              },
            ],
          },
          trust,
          numbers,
        }),
        spread.every(({ y }) => y === 0)
          ? absent(
              `No figure of size and spread of the effects on ${response}${words}: each input has the same effect everywhere, so no spread is more than rounding.`,
            )
          : figureBlock({
              id: slug('morris-spread', response, ...ids),
              title: `Size and spread of the effects on ${response}${words}`,
              caption:
                'Inputs at the right matter. High ones (large sigma beside mu*) act nonlinearly or together with others; low ones act alike everywhere.',
              plot: {
                kind: 'points',
                xName: `mu* of ${titleOf(response)}`,
                yName: 'sigma',
                isLabelled: true,
                points: spread,
              },
              trust,
              numbers,
            }),
      ];
    });
}
