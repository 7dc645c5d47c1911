import { numbersOf } from '../../analysis/index.ts';
import { byKeyboard } from '../by-keyboard.ts';
import { constantBlocks, constantWords } from '../constant-response.ts';
import { absent, figureBlock, leftOut } from '../figure-block.ts';
import { formatNumber } from '../format-number.ts';
import { leftOutWords } from '../left-out-words.ts';
import type { Block } from '../report.ts';
import { sampleWords } from '../sample-words.ts';
import type { MakeSection, SectionInput } from '../section-input.ts';
import { trustOf } from '../trust-of.ts';

const mostInputs = 4;
const mostResponses = 4;
const mostCells = 24;

/** Responses over inputs, run by run, and how all columns go together. */
export const relationsSection: MakeSection = (input) => {
  const blocks: Block[] = [];
  const { spearman } = input.summary.correlations;
  const rank = (a: string, b: string): number | undefined =>
    spearman.find(
      ({ first, second }) => (first === a && second === b) || (first === b && second === a),
    )?.value;
  const shown = input.responses.slice(0, mostResponses);
  const moving = shown.filter((response) => constantWords(response) === undefined);
  const constant = constantBlocks(shown, 'no scatter plots of it');
  const panels = moving.flatMap(({ name: y }) =>
    input.inputs
      .map(({ name: x }) => ({ x, y, value: rank(x, y) }))
      .sort((a, b) => Math.abs(b.value ?? 0) - Math.abs(a.value ?? 0))
      .slice(0, mostInputs),
  );
  if (panels.length === 0 || input.summary.runs.done < 2) {
    const none = absent('No scatter plots: they need a response of numbers and two runs.');
    blocks.push(...(constant.length > 0 ? constant : [none]));
  } else {
    const across = Math.min(mostInputs, input.inputs.length);
    const isCut = input.inputs.length > mostInputs;
    blocks.push(
      figureBlock({
        id: 'scatter-matrix',
        title: 'Responses over inputs',
        caption:
          'A point is a run; of each response the inputs with the strongest rank correlation come first. ρ is Spearman’s rank correlation over the accepted runs: it sees a trend, not a hump.' +
          (input.inputs.some(({ values }) => numbersOf(values) === undefined)
            ? ' Inputs that hold texts have none, and come last.'
            : '') +
          (isCut
            ? ` Of ${input.inputs.length} inputs each response has its first ${mostInputs}.`
            : '') +
          sampleWords(input.runs),
        onScreen: `Drag a box in a panel to choose runs in all figures. ${byKeyboard}`,
        plot: {
          kind: 'scatters',
          across,
          panels: panels.map(({ x, y, value }) => ({
            x,
            y,
            ...(value === undefined ? {} : { note: `ρ ${formatNumber(Number(value.toFixed(2)))}` }),
          })),
        },
        trust: trustOf(input.summary, ['correlations']),
      }),
      ...constant,
      ...leftOut(
        input.responses.map(({ name }) => name),
        mostResponses,
        'responses',
      ),
    );
  }
  blocks.push(...heatmap(input));
  return { id: 'relations', title: 'Relations', blocks };
};

function heatmap({ summary, titleOf, table, responses }: SectionInput): readonly Block[] {
  const { pearson } = summary.correlations;
  const constant = new Set(
    responses.filter((one) => constantWords(one) !== undefined).map(({ name }) => name),
  );
  const spearman = summary.correlations.spearman.filter(
    ({ first, second }) => !constant.has(first) && !constant.has(second),
  );
  const known = new Set(spearman.flatMap(({ first, second }) => [first, second]));
  const all = table.columns.map(({ name }) => name).filter((name) => known.has(name));
  if (all.length < 2) {
    return [absent('No correlations: fewer than two columns of numbers vary.')];
  }
  const names = all.slice(-mostCells);
  const others = table.columns
    .filter(({ name }) => !known.has(name))
    .map(({ name, values }) => ({
      input: name,
      reason: constant.has(name)
        ? 'is constant'
        : numbersOf(values) === undefined
          ? 'holds texts'
          : 'has one value, or too few runs have it',
    }));
  const place = new Map(names.map((name, index) => [name, index]));
  const cells = spearman.flatMap(({ first, second, value }) => {
    const [a, b] = [place.get(first), place.get(second)];
    return a === undefined || b === undefined
      ? []
      : [[a, b, value] as const, [b, a, value] as const];
  });
  const titles = names.map(titleOf);
  return [
    figureBlock({
      id: 'correlations',
      title: 'Rank correlations',
      caption: `Spearman’s correlation of every pair of columns: 1 where one always rises with the other, -1 where it always falls.${
        all.length > names.length ? ` The last ${names.length} of ${all.length} columns.` : ''
      }${leftOutWords(others)}`,
      plot: {
        kind: 'heatmap',
        xs: titles,
        ys: titles.toReversed(),
        xName: '',
        yName: '',
        valueName: 'correlation',
        cells: cells.map(([a, b, value]) => [a, names.length - 1 - b, value]),
        low: -1,
        high: 1,
        isSigned: true,
      },
      trust: trustOf(summary, ['correlations']),
      numbers: {
        head: ['first', 'second', 'Spearman', 'Pearson'],
        rows: spearman.map(({ first, second, value }) => [
          titleOf(first),
          titleOf(second),
          value,
          pearson.find((one) => one.first === first && one.second === second)?.value ?? null,
        ]),
      },
    }),
  ];
}
