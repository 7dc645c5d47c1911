import { groupMeans, interactionMeans } from '../../analysis/index.ts';
import { blocksByResponse } from '../blocks-by-response.ts';
import { figureBlock, slug } from '../figure-block.ts';
import { formatNumber } from '../format-number.ts';
import { strongestInputs } from '../strongest-inputs.ts';
import type { Block } from '../report.ts';
import type { MakeSection, NumericStudyColumn, SectionInput } from '../section-input.ts';
import { factorialEffects } from '../factorial-effects.ts';
import { trustOf } from '../trust-of.ts';

const mostInputs = 6;
const mostResponses = 6;
const fewestRuns = 4;

/** How the mean of each response moves with each input, with which others, and what is no chance. */
export const effectsSection: MakeSection = (input) => ({
  id: 'effects',
  title: 'Main effects',
  blocks: blocksByResponse(input, {
    most: mostResponses,
    blocksOf: (response) => [
      ...factorialEffects(input, response.name),
      ...mainEffects(input, response),
      ...interactions(input, response),
    ],
    absence: `No main effects: they need at least ${fewestRuns} accepted runs and an input with different values.`,
  }),
});

function mainEffects(input: SectionInput, { name, values }: NumericStudyColumn): readonly Block[] {
  if (values.filter(Number.isFinite).length < fewestRuns) return [];
  const shown = strongestInputs(input, name)
    .map((one) => ({ one, ...groupMeans(one.values, values) }))
    .filter(({ groups }) => groups.length > 1)
    .slice(0, mostInputs);
  if (shown.length === 0) return [];
  const hasTenths = shown.some(({ byTenths }) => byTenths);
  return [
    figureBlock({
      id: slug('main-effects', name),
      title: `Mean of ${name} over each input`,
      caption: `The mean of ${name} at each value of an input, whatever the others did, with its 95 % interval for independent normal values; all panels have the same scale.${
        hasTenths ? ' Inputs with more than twelve values are cut into tenths of the runs.' : ''
      }${input.inputs.length > mostInputs ? ` Of ${input.inputs.length} inputs these are the ${mostInputs} that explain most.` : ''}`,
      plot: {
        kind: 'lines',
        across: 3,
        panels: shown.map(({ one, groups }) => {
          const isText = groups.some(({ at }) => typeof at === 'string');
          return {
            title: one.name,
            xName: input.titleOf(one.name),
            yName: `mean of ${input.titleOf(name)}`,
            ...(isText ? { categories: groups.map(({ at }) => String(at)) } : {}),
            series: [
              {
                name: `mean of ${name}`,
                points: groups.map(({ at, mean }, place) => [isText ? place : Number(at), mean]),
                intervals: groups.map(({ interval }) => interval ?? null),
              },
            ],
          };
        }),
      },
      trust: trustOf(input.summary, ['anova', 'moments'], name),
      numbers: {
        head: ['input', 'at', 'runs', `mean of ${input.titleOf(name)}`, 'lower', 'upper'],
        rows: shown.flatMap(({ one, groups }) =>
          groups.map(({ at, count, mean, interval }) => [
            input.titleOf(one.name),
            at,
            count,
            mean,
            interval?.[0] ?? null,
            interval?.[1] ?? null,
          ]),
        ),
      },
    }),
  ];
}

function interactions(input: SectionInput, { name, values }: NumericStudyColumn): readonly Block[] {
  if (values.filter(Number.isFinite).length < 2 * fewestRuns) return [];
  const [a, b, c] = strongestInputs(input, name);
  const pairs = [
    [a, b],
    [a, c],
    [b, c],
  ].flatMap(([first, second]) => (first && second ? [[first, second] as const] : []));
  const panels = pairs.flatMap(([first, second]) => {
    const lines = interactionMeans(first.values, second.values, values);
    const isText = lines.some(({ groups }) => groups.some(({ at }) => typeof at === 'string'));
    if (lines.length === 0 || isText) return [];
    return [
      {
        title: `${first.name}, lines by ${second.name}`,
        xName: input.titleOf(first.name),
        yName: `mean of ${input.titleOf(name)}`,
        series: lines.map(({ of, groups }) => ({
          name: `${second.name} ${Number.isFinite(Number(of)) ? formatNumber(Number(of)) : of}`,
          points: groups.map(({ at, mean }) => [Number(at), mean] as const),
        })),
      },
    ];
  });
  if (panels.length === 0) return [];
  return [
    figureBlock({
      id: slug('interactions', name),
      title: `Interactions in ${name}`,
      caption: `The mean of ${name} over one input, a line for each value (or the outer thirds) of another. Parallel lines: no interaction. Of inputs with many values, fifths of the runs.`,
      plot: { kind: 'lines', across: 3, panels },
      trust: trustOf(input.summary, ['anova'], name),
      numbers: {
        head: ['panel', 'line', 'at', `mean of ${input.titleOf(name)}`],
        rows: panels.flatMap(({ title, series }) =>
          series.flatMap(({ name: line, points }) =>
            points.map(([at, mean]) => [title, line, at, mean]),
          ),
        ),
      },
    }),
  ];
}
