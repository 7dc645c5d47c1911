import { fitSampleSentence, surfaceAt, surfaceGrid } from '../../analysis/index.ts';
import { blocksByResponse } from '../blocks-by-response.ts';
import { figureBlock, slug } from '../figure-block.ts';
import { formatNumber, formatNumbers } from '../format-number.ts';
import { outsideFitWords } from '../left-out-words.ts';
import type { Block } from '../report.ts';
import { sampleWords } from '../sample-words.ts';
import type { MakeSection, SectionInput } from '../section-input.ts';
import { strongestInputs } from '../strongest-inputs.ts';
import { trustOf } from '../trust-of.ts';

const mostResponses = 4;

/** A quadratic surface of each response over its two strongest inputs, never without how well it predicts. */
export const surfaceSection: MakeSection = (input) => ({
  id: 'surface',
  title: 'Response surface',
  blocks: blocksByResponse(input, {
    most: mostResponses,
    blocksOf: ({ name }) => of(input, name),
    absence:
      'No surface: a quadratic one needs at least two inputs of numbers that vary (up to 20) and more different runs than it has coefficients.',
  }),
});

function of(input: SectionInput, response: string): readonly Block[] {
  const { summary, titleOf } = input;
  const found = summary.sensitivity.find((one) => one.response === response);
  const surface = found?.quadratic;
  if (surface?.scaling === undefined || surface.coefficients === undefined) return [];
  const equation = { scaling: surface.scaling, coefficients: surface.coefficients };
  const names = surface.scaling.map(({ input: one }) => one);
  const [first, second] = strongestInputs(input, response)
    .map(({ name }) => name)
    .filter((name) => names.includes(name));
  const trust = trustOf(summary, ['quadratic'], response);
  const quality = `It explains ${formatNumber(surface.r2 * 100)} % of the variance of its own runs (R²)${predictionWords(surface.q2)}.${fitSampleSentence(surface.sample)}`;
  const grid =
    first === undefined || second === undefined
      ? undefined
      : surfaceGrid(equation, [first, second]);
  const outside = outsideFitWords(input.inputs, names, found?.leftOut);
  const others = names.filter((name) => name !== first && name !== second);
  return [
    ...(grid === undefined || first === undefined || second === undefined
      ? []
      : [
          figureBlock({
            id: slug('surface', response),
            title: `${response} over ${first} and ${second}`,
            caption: `A quadratic fit over the two strongest inputs of numbers${
              others.length === 0
                ? ''
                : others.length === 1
                  ? `, ${others[0] ?? ''} held in the middle of its range`
                  : `, the other ${others.length} held in the middle of their ranges`
            }. ${quality}${outside}`,
            plot: {
              kind: 'heatmap' as const,
              xs: formatNumbers(grid.x),
              ys: formatNumbers(grid.y),
              xName: titleOf(first),
              yName: titleOf(second),
              valueName: titleOf(response),
              cells: grid.values.flatMap((row, y) => row.map((value, x) => [x, y, value] as const)),
              low: Math.min(...grid.values.flat()),
              high: Math.max(...grid.values.flat()),
              isSigned: false,
            },
            trust,
            numbers: {
              head: [titleOf(first), titleOf(second), titleOf(response)],
              rows: grid.values.flatMap((row, y) =>
                row.map((value, x) => [grid.x[x] ?? null, grid.y[y] ?? null, value]),
              ),
            },
          }),
        ]),
    predictions(input, response, equation, `${quality}${outside}`),
  ];
}

function predictions(
  { runs, titleOf, summary }: SectionInput,
  response: string,
  equation: Parameters<typeof surfaceAt>[0],
  quality: string,
): Block {
  const column = (name: string): readonly (number | string | null)[] =>
    runs.columns.find((one) => one.name === name)?.values ?? [];
  const actual = column(response);
  const inputs = equation.scaling.map(({ input }) => [input, column(input)] as const);
  const points = runs.runs.flatMap((run, place) => {
    const value = actual[place];
    if (typeof value !== 'number' || runs.states[place] !== 'Done') return [];
    const at = Object.fromEntries(
      inputs.map(([name, values]) => [name, Number(values[place] ?? NaN)]),
    );
    const fitted = surfaceAt(equation, at);
    return Number.isFinite(fitted) ? [{ x: value, y: fitted, label: `Run ${run}`, run }] : [];
  });
  return figureBlock({
    id: slug('fit', response),
    title: `How well the surface fits ${response}`,
    caption: `Fitted over actual values, a point a run: on the dashed line both agree. ${quality}${sampleWords(runs)}`,
    plot: {
      kind: 'points',
      xName: `${titleOf(response)}, actual`,
      yName: `${titleOf(response)}, fitted`,
      hasDiagonal: true,
      isLabelled: false,
      points,
    },
    trust: trustOf(summary, ['quadratic'], response),
    numbers: {
      head: ['run', 'actual', 'fitted'],
      rows: points.map(({ run, x, y }) => [run, x, y]),
    },
  });
}

function predictionWords(q2: number | undefined): string {
  if (q2 === undefined) {
    return '; how it predicts runs left out (Q²) nothing tells, as a coefficient stands on one run alone';
  }
  return ` and predicts ${formatNumber(Math.max(0, q2) * 100)} % of that of runs left out (Q²)${q2 < 0.7 ? ': too little to read values from it' : ''}`;
}
