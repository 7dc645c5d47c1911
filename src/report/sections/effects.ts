import {
  groupMeans,
  sampledDraws,
  structureOfStudy,
  type Draws,
  type StudyColumn,
} from '../../analysis/index.ts';
import { blocksByResponse } from '../blocks-by-response.ts';
import { figureBlock, slug } from '../figure-block.ts';
import { halfNormalPlot } from '../half-normal-plot.ts';
import { interactions } from '../interactions.ts';
import { strongestInputs } from '../strongest-inputs.ts';
import type { Block } from '../report.ts';
import type { MakeSection, NumericStudyColumn, SectionInput } from '../section-input.ts';
import { factorialEffects } from '../factorial-effects.ts';
import { trustOf } from '../trust-of.ts';

const mostInputs = 6;
const mostResponses = 6;
const fewestRuns = 4;

/** How the mean of each response moves with each input, with which others, and what is no chance. */
export const effectsSection: MakeSection = (input) => {
  const draws = sampledDraws(input.inputs, structureOfStudy(input.study));
  return {
    id: 'effects',
    title: 'Main effects',
    blocks: blocksByResponse(input, {
      most: mostResponses,
      blocksOf: (response) => {
        const own = [
          ...factorialEffects(input, response.name),
          ...halfNormalPlot(input, response.name),
          ...mainEffects(input, response, draws),
        ];
        return own.length === 0 ? [] : [...own, ...interactions(input, response)];
      },
      absence: `No main effects: they need at least ${fewestRuns} accepted runs and an input with different values.`,
    }),
  };
};

/** @param draws of the runs, where these share some */
function mainEffects(
  input: SectionInput,
  { name, values }: NumericStudyColumn,
  draws: Draws | undefined,
): readonly Block[] {
  if (values.filter(Number.isFinite).length < fewestRuns) return [];
  const strongest = strongestInputs(input, name);
  const hasOthers = strongest.length > 1;
  const shown = strongest
    .map((one) => ({
      one,
      ...groupMeans(one.values, values, {
        fewest: hasOthers ? fewestOf(one, values) : 1,
        ...(draws ? { draws } : {}),
      }),
    }))
    .filter(({ groups }) => groups.length > 1)
    .slice(0, mostInputs);
  if (shown.length === 0) return [];
  const all = shown.flatMap(({ groups }) => groups);
  const without = all.filter(({ count, interval }) => count > 1 && interval === undefined).length;
  const hasTenths = shown.some(({ byTenths }) => byTenths);
  return [
    figureBlock({
      id: slug('main-effects', name),
      title: `Mean of ${name} over each input`,
      caption: `The mean of ${name} at each value of an input, whatever the others did, with its 95 % interval for independent normal values; all panels have the same scale.${
        hasTenths
          ? ' Inputs with many values are cut into up to ten parts of at least three runs.'
          : ''
      }${draws ? ' Runs of the same row are no independent values: an interval goes by the rows that it is of.' : ''}${without === 0 ? '' : ` ${without} of ${all.length} intervals ${draws ? 'are of the runs of one row, or ' : ''}end beyond the largest number, and are left out.`}${input.inputs.length > mostInputs ? ` Of ${input.inputs.length} inputs these are the ${mostInputs} that explain most.` : ''}`,
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

/** Runs at each value of an input: where none shares its value with another, as in a sample, single runs would stand for means. */
function fewestOf({ values }: StudyColumn, response: Float64Array): number {
  const used = Array.from(values as ArrayLike<unknown>).filter((_, row) =>
    Number.isFinite(response[row]),
  );
  return new Set(used).size === used.length ? 2 : 1;
}
