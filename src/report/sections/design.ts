import { designSpread, numbersOf, structureOfStudy } from '../../analysis/index.ts';
import { absent, countOf, figureBlock, firstOf } from '../figure-block.ts';
import { mergeOutcomes } from '../../run/run-outcome.ts';
import { formatCount } from '../format-count.ts';
import { formatNumber } from '../format-number.ts';
import { leftOutWords } from '../left-out-words.ts';
import type { Block, Fact } from '../report.ts';
import { sampleWords } from '../sample-words.ts';
import type { MakeSection, SectionInput } from '../section-input.ts';

/** Inputs in the pair plot. */
const mostInputs = 5;

/** How well the points cover the inputs: pairs of inputs, evenness, correlations that nobody asked for. */
export const designSection: MakeSection = (input) => {
  const { numericInputs, study, titleOf } = input;
  const spread = designSpread(input.inputs, structureOfStudy(study));
  const blocks: Block[] = [
    { kind: 'facts', facts: facts(input, spread) },
    ...aboutDiscrepancy(spread),
  ];
  const shown = numericInputs.slice(0, mostInputs);
  const pairs = shown.flatMap(({ name: x }, index) =>
    shown.slice(index + 1).map(({ name: y }) => ({ x, y })),
  );
  const textInputs = input.inputs
    .filter(({ values }) => numbersOf(values) === undefined)
    .map(({ name }) => ({ input: name, reason: 'holds texts' }));
  if (pairs.length === 0) {
    blocks.push(absent('No pair plot: fewer than two inputs of numbers vary.'));
  } else {
    blocks.push(
      figureBlock({
        id: 'design-pairs',
        title: 'Where the runs lie',
        caption: `Each panel shows two inputs of the ${study.design.method} design, a point a run.${crossWords(
          input,
        )}${sampleWords(input.runs)}${numericInputs.length > mostInputs ? ` The first ${mostInputs} of ${numericInputs.length} inputs are shown.` : ''}${leftOutWords(textInputs)}`,
        plot: { kind: 'scatters', across: 3, panels: pairs },
        trust: [],
      }),
    );
  }
  const ran = runsThatRan(input);
  const all = input.table.accepted.length;
  blocks.push({
    kind: 'table',
    title: `Inputs as they ran${ran.size < all ? `: of ${formatCount(ran.size)} of ${countOf(all, 'run')}` : ''}`,
    table: {
      head: ['input', 'generator', 'different values', 'lowest', 'highest'],
      rows: input.inputs.map(({ name, values: planned }) => {
        const values = Array.from(planned as ArrayLike<unknown>).filter((_, row) =>
          ran.has(row + 1),
        );
        const numbers = values.filter((value) => typeof value === 'number');
        const distinct = new Set(values).size;
        const variable = study.variables.find((one) => one.name === name);
        const source =
          variable && 'source' in variable && variable.source?.kind === 'generator'
            ? variable.source.generator
            : null;
        const isText = numbers.length < values.length || values.length === 0;
        return [
          titleOf(name),
          source,
          distinct,
          isText ? null : numbers.reduce((a, b) => Math.min(a, b), Infinity),
          isText ? null : numbers.reduce((a, b) => Math.max(a, b), -Infinity),
        ];
      }),
    },
  });
  return { id: 'design', title: 'Design', blocks };
};

/** The runs that have run, well or badly: what is only planned, or was stopped before, has no values that ran. */
function runsThatRan({ attempts }: SectionInput): ReadonlySet<number> {
  const outcomes = [...mergeOutcomes(attempts).values()].filter(
    ({ run, reason, startedAt }) =>
      run > 0 && reason !== 'not-started' && (reason !== 'stopped' || startedAt !== undefined),
  );
  return new Set(outcomes.map(({ run }) => run));
}

/** What the crosses and the grey points of a figure are, each counted as it is drawn. */
function crossWords({ runs: { states } }: SectionInput): string {
  const failed = states.filter((state) => state === 'Failed').length;
  const others = states.filter((state) => state !== 'Failed' && state !== 'Done');
  const words = [...new Set(others)].map((word) => {
    const count = others.filter((state) => state === word).length;
    return `${formatCount(count)} ${word.charAt(0).toLowerCase()}${word.slice(1)}`;
  });
  return [
    failed === 0
      ? ''
      : ` ${failed === 1 ? 'The cross is the 1 run' : `Crosses are the ${countOf(failed, 'run')}`} that failed: where they gather, the results say nothing.`,
    others.length === 0
      ? ''
      : ` Small grey points are ${countOf(others.length, 'other run')} without a result: ${words.join(', ')}.`,
  ].join('');
}

type Spread = ReturnType<typeof designSpread>;

/** Why there is no discrepancy, or what has no part in it. */
function aboutDiscrepancy(spread: Spread): readonly Block[] {
  if (typeof spread === 'string') {
    return [absent(`No discrepancy and no closest points: ${spread}.`)];
  }
  const { discrepancy } = spread;
  if (typeof discrepancy === 'string') return [absent(`No discrepancy: ${discrepancy}.`)];
  const left = discrepancy.leftOut.map(({ input, reason }) => `${input} ${reason}`);
  return left.length === 0 ? [] : [absent(`Not in the discrepancy: ${firstOf(left, '; ')}.`)];
}

function facts({ study, summary, inputs }: SectionInput, spread: Spread): readonly Fact[] {
  const names = new Set(inputs.map(({ name }) => name));
  const strongest = summary.correlations.pearson
    .filter(({ first, second }) => names.has(first) && names.has(second))
    .reduce<{ first: string; second: string; value: number } | undefined>(
      (a, b) => (a === undefined || Math.abs(b.value) > Math.abs(a.value) ? b : a),
      undefined,
    );
  return [
    { name: 'Method', value: study.design.method, note: `seed ${study.design.seed}` },
    ...(typeof spread === 'string' || typeof spread.discrepancy === 'string'
      ? []
      : [
          {
            name: 'Discrepancy (centred L2, squared)',
            value: formatNumber(spread.discrepancy.value),
            note: `of the probabilities of ${countOf(spread.dimensions, 'input')} under their distributions; random points: ${formatNumber(spread.discrepancy.random)}; lower is more even`,
          },
        ]),
    ...(typeof spread === 'string' || spread.leastDistance === undefined
      ? []
      : [
          {
            name: 'Closest two points',
            value: formatNumber(spread.leastDistance),
            note: `${
              typeof spread.discrepancy === 'string'
                ? 'each input'
                : 'the probability of each input'
            } from 0 to 1, ${countOf(spread.dimensions, 'dimension')}`,
          },
        ]),
    ...(strongest === undefined
      ? []
      : [
          {
            name: 'Largest correlation of inputs',
            // Orthogonal columns leave the rounding of doubles.
            value: formatNumber(Math.abs(strongest.value) < 1e-12 ? 0 : strongest.value),
            note: `of the values (Pearson): ${strongest.first} and ${strongest.second}, over accepted runs`,
          },
        ]),
  ];
}
