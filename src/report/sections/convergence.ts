import { empiricalDistribution, type DistributionPoint } from '../../analysis/index.ts';
import { constantBlocks, constantWords } from '../constant-response.ts';
import { absent, figureBlock, leftOut } from '../figure-block.ts';
import { truthsOf } from '../report-runs.ts';
import type { Block } from '../report.ts';
import type { MakeSection, SectionInput } from '../section-input.ts';
import { trustOf } from '../trust-of.ts';

const mostResponses = 6;
/** Fewer runs say so little that their interval would hide all others. */
const fewestForInterval = 5;
const samples = new Set<string>(['monte-carlo', 'latin-hypercube', 'sobol', 'halton', 'saltelli']);

/** Whether a sample is large enough: mean and interval after more and more runs, and the distribution of each response. */
export const convergenceSection: MakeSection = (input) => {
  const { study, summary } = input;
  const isSample = samples.has(study.design.method);
  const blocks: Block[] = !isSample
    ? [
        absent(
          `No convergence: the runs of a ${study.design.method} design are chosen points, no sample, so their mean estimates nothing.`,
        ),
      ]
    : summary.runs.done < 2
      ? [absent('No convergence: it needs two accepted runs.')]
      : [
          ...running(input),
          ...distributions(input),
          ...tolerance(input),
          ...constantBlocks(
            input.responses.slice(0, mostResponses),
            'it converges to nothing else, and has no distribution to draw',
          ),
          ...leftOut(
            input.responses.map(({ name }) => name),
            mostResponses,
            'responses',
          ),
        ];
  return { id: 'convergence', title: 'Convergence', blocks };
};

function running({ summary, titleOf, responses }: SectionInput): readonly Block[] {
  const constant = new Set(
    responses.filter((one) => constantWords(one) !== undefined).map(({ name }) => name),
  );
  const shown = Object.entries(summary.convergence)
    .filter(([name, steps]) => steps.length > 1 && name in summary.moments && !constant.has(name))
    .slice(0, mostResponses);
  if (shown.length === 0) return [];
  return [
    figureBlock({
      id: 'running-mean',
      title: 'The mean after more and more runs',
      caption: `Mean of each response over the first runs, with its 95 % interval for independent draws (too wide for a Latin hypercube or Sobol’ sequence); of a constraint the share of runs that keep it. Below ${fewestForInterval} runs no interval is drawn, as it would hide all others; the numbers have it. Where there is none from there on, all values so far are equal. Four times the runs halve the interval.`,
      plot: {
        kind: 'lines',
        across: 2,
        isLogX: true,
        panels: shown.map(([name, steps]) => ({
          title: name,
          xName: 'runs',
          yName: `mean of ${titleOf(name)}`,
          series: [
            {
              name: `mean of ${name}`,
              points: steps.map(({ runs, mean }) => [runs, mean] as const),
              intervals: steps.map((step) =>
                step.runs < fewestForInterval ? null : intervalOf(step),
              ),
            },
          ],
        })),
      },
      trust: trustOf(summary, ['moments']),
      numbers: {
        head: ['response', 'runs', 'mean', 'lower end of 95 %', 'upper end', 'standard deviation'],
        rows: shown.flatMap(([name, steps]) =>
          steps.map((step) => [
            titleOf(name),
            step.runs,
            step.mean,
            ...(intervalOf(step) ?? [null, null]),
            step.standardDeviation ?? null,
          ]),
        ),
      },
    }),
  ];
}

function intervalOf({
  mean,
  halfWidth,
  interval,
}: SectionInput['summary']['convergence'][string][number]): readonly [number, number] | null {
  if (interval !== undefined) return [interval[0], interval[1]];
  return halfWidth === undefined ? null : [mean - halfWidth, mean + halfWidth];
}

function distributions({ summary, responses, titleOf }: SectionInput): readonly Block[] {
  const shown = responses
    .slice(0, mostResponses)
    .filter((response) => constantWords(response) === undefined)
    .map(({ name, values }) => ({ name, points: empiricalDistribution(values) }))
    .filter(({ points }) => points.length > 0);
  if (shown.length === 0) return [];
  return [
    figureBlock({
      id: 'distributions',
      title: 'Distribution of each response',
      caption:
        'Share of the accepted runs with at most the value: steep where values are common. One less the share is the probability of exceedance.',
      plot: {
        kind: 'lines',
        across: 2,
        isStepped: true,
        panels: shown.map(({ name, points }) => ({
          title: name,
          xName: titleOf(name),
          yName: 'share of runs',
          series: [{ name, points: stepsOf(points) }],
        })),
      },
      trust: trustOf(summary, ['moments', 'levels']),
      numbers: {
        head: ['response', 'value', 'share at most', 'exceedance'],
        rows: shown.flatMap(({ name, points }) =>
          points.map(({ value, share, exceedance }) => [titleOf(name), value, share, exceedance]),
        ),
      },
    }),
  ];
}

/** The function's places, from the share 0 on, so that a value that many runs have stands as high as its share. */
function stepsOf(points: readonly DistributionPoint[]): readonly (readonly [number, number])[] {
  return [
    ...points.slice(0, 1).map(({ value }) => [value, 0] as const),
    ...points.map(({ value, share }) => [value, share] as const),
  ];
}

function tolerance({ study, summary, titleOf }: SectionInput): readonly Block[] {
  const truths = truthsOf(study);
  const rows = Object.entries(summary.moments).map(([name, { confidence, tolerance: own }]) => [
    titleOf(name),
    confidence?.mean[0] ?? null,
    confidence?.mean[1] ?? null,
    // Between false and true lies nothing that limits could hold.
    ...(truths.has(name)
      ? [null, null, null]
      : [own.twoSided?.lower ?? null, own.twoSided?.upper ?? null, own.runsNeeded.twoSided]),
  ]);
  if (rows.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'Intervals of the mean, and limits that hold most values',
      table: {
        head: ['response', 'mean from', 'to', 'tolerance limits from', 'to', 'runs these need'],
        rows,
      },
    },
  ];
}
