/** Figures of sensitivities that take any runs: polynomial chaos, indices from given data, regression. */
import { fitSampleSentence, structureOfStudy } from '../analysis/index.ts';
import { caseWords } from './case-words.ts';
import { figureBlock, slug } from './figure-block.ts';
import { formatNumber } from './format-number.ts';
import type { Block } from './report.ts';
import type { SectionInput } from './section-input.ts';
import { leftOutWords } from './left-out-words.ts';
import { secondOrderFigure } from './second-order-figure.ts';
import { trustOf } from './trust-of.ts';

const mostBars = 15;

/** Bars of first and total indices of an expansion. */
export function chaosIndices(input: SectionInput, response: string): readonly Block[] {
  const { summary } = input;
  return (summary.polynomialChaos ?? [])
    .filter((one) => one.response === response && (one.indices ?? []).length > 0)
    .flatMap(({ case: caseNumber, indices = [], second = [], leftOut, q2, degree, sample }) => {
      const all = indices.toSorted((a, b) => b.total - a.total);
      const sorted = all.slice(0, mostBars);
      const ids = caseNumber === undefined ? [] : [String(caseNumber)];
      const trust = trustOf(summary, ['polynomialChaos'], response).filter(
        (one) => one.case === caseNumber,
      );
      const own = figureBlock({
        id: slug('chaos', response, ...ids),
        title: `Sobol’ indices of ${response} by polynomial chaos${caseWords(input, caseNumber)}`,
        caption: `From a fit of polynomials up to degree ${degree} that predicts ${formatNumber(q2 * 100)} % of the variance of runs left out (Q²). Below 70 % nothing here is more than a hint.${fitSampleSentence(sample)}${cutWords(all)}${leftOutWords(leftOut)}`,
        plot: {
          kind: 'bars',
          categories: sorted.map(({ input: name }) => name),
          valueName: `share of the variance of ${response}`,
          series: [
            {
              name: 'first order',
              values: sorted.map(({ first }) => first),
              intervals: sorted.map(({ firstInterval }) => firstInterval ?? null),
            },
            {
              name: 'total',
              values: sorted.map(({ total }) => total),
              intervals: sorted.map(({ totalInterval }) => totalInterval ?? null),
            },
          ],
        },
        trust,
        numbers: {
          head: [
            ...['input', 'first', 'lower of first', 'upper of first'],
            ...['total', 'lower of total', 'upper of total'],
          ],
          rows: all.map((one) => [
            one.input,
            one.first,
            one.firstInterval?.[0] ?? null,
            one.firstInterval?.[1] ?? null,
            one.total,
            one.totalInterval?.[0] ?? null,
            one.totalInterval?.[1] ?? null,
          ]),
        },
      });
      return [
        own,
        ...secondOrderFigure(input, {
          ...{ response, case: caseNumber, source: ' by polynomial chaos', id: 'chaos-pairs' },
          ...{ pairs: second.filter(({ value }) => value > 0), trust, sample, leftOut },
        }),
      ];
    });
}

/** Why an expansion has no indices, where the inputs depend on each other. */
export function chaosWithoutIndices(
  { study, summary }: SectionInput,
  response: string,
): readonly Block[] {
  const { dependence } = structureOfStudy(study);
  const isLeftOut = (summary.polynomialChaos ?? []).some(
    (one) => one.response === response && one.indices === undefined,
  );
  if (dependence === undefined || !isLeftOut) return [];
  const text = `No Sobol’ indices of ${response} by polynomial chaos: ${dependence} makes the inputs depend on each other, and then they aren’t shares of the variance.`;
  return [{ kind: 'text', text }];
}

/** Bars of first-order indices from these runs, by bins of the inputs. */
export function givenDataIndices(
  { study, summary }: SectionInput,
  response: string,
): readonly Block[] {
  const found = summary.sensitivity.find((one) => one.response === response);
  const known = (found?.inputs ?? []).flatMap(({ input, firstOrder, firstOrderInterval }) =>
    firstOrder === undefined ? [] : [{ input, firstOrder, firstOrderInterval }],
  );
  if (known.length === 0) return [];
  const all = known.toSorted((a, b) => b.firstOrder - a.firstOrder);
  const sorted = all.slice(0, mostBars);
  const unknown = found?.leftOut === undefined ? '' : ', and what the inputs that are left out do';
  const { dependence } = structureOfStudy(study);
  const sum =
    dependence === undefined
      ? `What all shares lack to 1 in sum are interactions and noise${unknown}.`
      : `${dependence} makes the inputs depend on each other: each bar counts what goes with its input as well, and the bars don’t add up to 1.`;
  return [
    figureBlock({
      id: slug('first-order', response),
      title: `First-order indices of ${response} from these runs`,
      caption: `Share of the variance of ${response} by each input alone, whatever the shape of its effect, from bins of the runs. ${sum}${cutWords(all)}${leftOutWords(found?.leftOut)}`,
      plot: {
        kind: 'bars',
        categories: sorted.map(({ input }) => input),
        valueName: `share of the variance of ${response}`,
        series: [
          {
            name: 'first order',
            values: sorted.map(({ firstOrder }) => firstOrder),
            intervals: sorted.map(({ firstOrderInterval }) => firstOrderInterval ?? null),
          },
        ],
      },
      trust: trustOf(summary, ['firstOrder'], response),
      numbers: {
        head: ['input', 'first', 'lower', 'upper'],
        rows: all.map(({ input, firstOrder, firstOrderInterval }) => [
          input,
          firstOrder,
          firstOrderInterval?.[0] ?? null,
          firstOrderInterval?.[1] ?? null,
        ]),
      },
    }),
  ];
}

/** Bars of standardised regression coefficients, with how much the regression explains in words. */
export function regressionBars({ summary }: SectionInput, response: string): readonly Block[] {
  const found = summary.sensitivity.find((one) => one.response === response);
  const known = (found?.inputs ?? []).filter(
    ({ src, srrc }) => src !== undefined || srrc !== undefined,
  );
  if (found === undefined || known.length === 0) return [];
  const all = known.toSorted((a, b) => Math.abs(b.src ?? 0) - Math.abs(a.src ?? 0));
  const sorted = all.slice(0, mostBars);
  const percent = (share: number | undefined): string =>
    share === undefined ? 'an unknown share' : `${formatNumber(Math.round(share * 1000) / 10)} %`;
  return [
    figureBlock({
      id: slug('regression', response),
      title: `Regression coefficients of ${response}`,
      caption: `Standardised, of values (SRC) and of ranks (SRRC): the sign says which way ${response} goes. The linear fit explains ${percent(found.r2)} of the variance, that of ranks ${percent(found.rankR2)}; below 70 % don’t order inputs by it.${cutWords(all)}${leftOutWords(found.leftOut)}`,
      plot: {
        kind: 'bars',
        categories: sorted.map(({ input }) => input),
        valueName: `standardised coefficient for ${response}`,
        series: [
          { name: 'SRC', values: sorted.map(({ src }) => src ?? null) },
          { name: 'SRRC', values: sorted.map(({ srrc }) => srrc ?? null) },
        ],
      },
      trust: trustOf(summary, ['sensitivity'], response),
      numbers: {
        head: ['input', 'SRC', 'SRRC', 'partial', 'partial of ranks'],
        rows: all.map((one) => [
          one.input,
          one.src ?? null,
          one.srrc ?? null,
          one.partial ?? null,
          one.partialRank ?? null,
        ]),
      },
    }),
  ];
}

/** How many inputs have no bar, as a sentence with a blank before it. */
function cutWords({ length }: readonly unknown[]): string {
  return length > mostBars
    ? ` The bars are of the first ${mostBars} of ${length} inputs; the numbers have all.`
    : '';
}
