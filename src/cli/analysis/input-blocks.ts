import { fitSampleWords } from '../../analysis/index.ts';
import type { Block } from '../output/view.ts';
import type { Summary } from './summary.ts';
import { surfaceBlocks } from './surface-blocks.ts';
import { chance, five, showing, titled, withEnds, withWidth } from './titled-table.ts';
import { varianceBlocks } from './variance-blocks.ts';

/** How the responses follow from the inputs: correlations, regressions, indices, effects, variance tables. */
export function inputBlocks(summary: Summary, inputs: readonly string[]): readonly Block[] {
  return [
    ...correlationBlocks(summary, inputs),
    ...indexBlocks(summary),
    ...effectBlocks(summary),
    ...varianceBlocks(summary),
  ];
}

function correlationBlocks(
  { correlations, sensitivity }: Summary,
  inputs: readonly string[],
): readonly Block[] {
  const between = (list: Summary['correlations']['pearson'], x: string, y: string) =>
    list.find(({ first, second }) => first === x && second === y)?.value;
  const rows = sensitivity.flatMap(({ response, inputs: own }) =>
    own
      .filter(({ input }) => inputs.includes(input))
      .map(({ input, partial, partialRank, src, srrc, firstOrder, firstOrderInterval }) => [
        response,
        input,
        five(between(correlations.pearson, input, response)),
        five(between(correlations.spearman, input, response)),
        five(partial),
        five(partialRank),
        five(src),
        five(srrc),
        firstOrder === undefined ? '' : withEnds(firstOrder, firstOrderInterval),
      ]),
  );
  if (rows.length === 0) return [];
  const fits = sensitivity.flatMap(({ response, r2, rankR2, quadratic }) =>
    r2 === undefined
      ? []
      : [
          `${response}: a linear regression explains ${five(r2)} of the variance (${five(rankR2)} with ranks)${surfaceWords(quadratic)}`,
        ],
  );
  return [
    ...titled('Inputs and responses', {
      kind: 'table',
      head: [
        'response',
        'input',
        'Pearson',
        'Spearman',
        'partial',
        'partial rank',
        'SRC',
        'SRRC',
        'S1 given data',
      ],
      rows,
    }),
    ...linesOf([...leftOutLines(sensitivity), ...fits]),
    ...surfaceBlocks(sensitivity),
  ];
}

/** A response, with its case where there are several. */
function label(own: { readonly response: string; readonly case?: number | undefined }): string {
  return own.case === undefined ? own.response : `${own.response}, case ${own.case}`;
}

function indexBlocks({ sobol = [], polynomialChaos = [] }: Summary): readonly Block[] {
  const byRuns = sobol.flatMap((own) =>
    own.indices.map(({ variable, first, total }) => [
      label(own),
      variable,
      withWidth(first),
      withWidth(total),
      `${own.blocks} blocks`,
    ]),
  );
  const byChaos = polynomialChaos.flatMap((own) =>
    (own.indices ?? []).map(({ input, first, total, firstInterval, totalInterval }) => [
      label(own),
      input,
      withEnds(first, firstInterval),
      withEnds(total, totalInterval),
      `polynomial chaos, Q2 ${five(own.q2)}${fitSampleWords(own.sample)}`,
    ]),
  );
  const rows = [...byRuns, ...byChaos];
  if (rows.length === 0) return [];
  return [
    ...titled("Sobol' indices", {
      kind: 'table',
      head: ['response', 'input', 'first order', 'total', 'from'],
      rows,
    }),
    ...linesOf(leftOutLines(polynomialChaos)),
  ];
}

/** One line for each input that a table has no rows of, with its reason; of several responses alike, once. */
function leftOutLines(
  results: readonly {
    readonly leftOut?: readonly { readonly input: string; readonly reason: string }[] | undefined;
  }[],
): readonly string[] {
  const lines = results.flatMap(({ leftOut = [] }) =>
    leftOut.map(({ input, reason }) => `left out: ${input} ${reason}`),
  );
  return [...new Set(lines)];
}

function linesOf(lines: readonly string[]): readonly Block[] {
  return lines.length > 0 ? [{ kind: 'text', lines }] : [];
}

function effectBlocks({ morris = [], factorialEffects = [] }: Summary): readonly Block[] {
  const elementary = morris.flatMap((own) =>
    own.effects.map(({ variable, mu, muStar, muStarInterval, unseenShare, sigma, count }) => [
      label(own),
      variable,
      showing([muStar, ...(muStarInterval ?? [])])(muStar),
      supportOf(muStar, muStarInterval, unseenShare),
      five(mu),
      five(sigma),
      String(count),
    ]),
  );
  const factorial = factorialEffects.flatMap(({ response, effects, curvature }) =>
    [
      ...effects.map(({ inputs, aliases, partialAliases, ...effect }) => ({
        ...effect,
        chain: chainOf(inputs, aliases) + partlyOf(partialAliases),
      })),
      ...(curvature ? [{ ...curvature, effect: curvature.estimate, chain: 'curvature' }] : []),
    ].map(({ chain, effect, standardError, pValue }) => [
      response,
      chain,
      five(effect),
      five(standardError),
      chance(pValue),
    ]),
  );
  const errors = factorialEffects.flatMap(({ response, lenth, marginOfError }) =>
    marginOfError !== undefined
      ? [
          `${response}: effects beyond ${five(marginOfError)} are no chance, by their standard errors (95 % each)`,
        ]
      : lenth
        ? [
            `${response}: Lenth's pseudo standard error ${five(lenth.pseudoStandardError)}, effects beyond ${five(lenth.marginOfError)} are no chance (95 % each)`,
          ]
        : [],
  );
  return [
    ...(elementary.length === 0
      ? []
      : titled('Elementary effects', {
          kind: 'table',
          head: ['response', 'input', 'mu*', 'interval', 'mu', 'sigma', 'effects'],
          rows: elementary,
        })),
    ...(factorial.length === 0
      ? []
      : titled('Effects from low to high', {
          kind: 'table',
          head: ['response', 'inputs', 'effect', 'standard error', 'p'],
          rows: factorial,
        })),
    ...linesOf([...errors, ...textLevelLines(factorialEffects)]),
  ];
}

/** Which text is low and which one high, once: it is the same in all responses. */
function textLevelLines(effects: NonNullable<Summary['factorialEffects']>): readonly string[] {
  const [{ textLevels = [] } = {}] = effects;
  return textLevels.map(({ input, low, high }) => `${input}: low is ${low}, high is ${high}`);
}

/** What the effects support: an interval, or where effects that weren't seen may be. */
function supportOf(
  muStar: number,
  interval: readonly [number, number] | undefined,
  unseenShare: number | undefined,
): string {
  const ends = interval?.map(showing([muStar, ...interval])).join(' .. ') ?? '';
  if (unseenShare === undefined) return ends;
  const share = `in < ${(100 * unseenShare).toPrecision(2)} % of places`;
  return muStar === 0 ? `${ends}; may act ${share}` : `${ends}; another ${share}`;
}

/** A chain of aliases, such as `A x C + B x D`. */
function chainOf(
  inputs: readonly string[],
  aliases: readonly { readonly inputs: readonly string[]; readonly sign: 1 | -1 }[],
): string {
  const others = aliases.map(
    (alias) => `${alias.sign > 0 ? '+' : '-'} ${alias.inputs.join(' x ')}`,
  );
  return [inputs.join(' x '), ...others].join(' ');
}

/** ` (+ 0.33 B x C …)`: of which interactions a share is in an effect. */
function partlyOf(
  {
    count,
    largest,
  }: {
    readonly count: number;
    readonly largest: readonly { readonly inputs: readonly string[]; readonly share: number }[];
  } = { count: 0, largest: [] },
): string {
  const told = largest
    .slice(0, 2)
    .map(
      ({ inputs, share }) =>
        `${share > 0 ? '+' : '-'} ${Math.abs(share).toFixed(2)} ${inputs.join(' x ')}`,
    );
  return told.length === 0 ? '' : ` (${told.join(' ')}${count > 2 ? ' …' : ''})`;
}

function surfaceWords(surface: Summary['sensitivity'][number]['quadratic']): string {
  if (!surface) return '';
  const { q2, r2, sample } = surface;
  return q2 === undefined
    ? `; a quadratic surface explains ${five(r2)} of its own runs, and nothing tells how it predicts, as a coefficient stands on one run alone`
    : `; a quadratic surface explains ${five(q2)} in cross-validation (Q2${fitSampleWords(sample)})`;
}
