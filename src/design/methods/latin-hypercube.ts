import { createPermutationFill, createStream } from '../../distributions/index.ts';
import type { DesignContext } from '../design-context.ts';
import { createCorrelationCriterion } from '../exchange/correlation-criterion.ts';
import { createDiscrepancyCriterion } from '../exchange/centred-discrepancy.ts';
import { improveByExchange } from '../exchange/improve-by-exchange.ts';
import { createDistanceCriterion } from '../exchange/point-distance.ts';
import { nestedLatinHypercube } from '../growth/nested-latin-hypercube.ts';
import { inSlice } from '../in-slice.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import type { FillUnit } from '../fill-unit.ts';
import { correlatedPoints, pointsInUnitCube } from '../points.ts';

/** How rows can be spread. */
const criteria = ['cd2', 'maximin', 'correlation'] as const;
type Criterion = (typeof criteria)[number];

/** By criterion: it holds a number for each pair of rows, or of variables. */
const mostOptimisedRuns: Readonly<Record<Criterion, number>> = {
  cd2: 2000,
  maximin: 2000,
  correlation: 100_000,
};

/**
 * Latin hypercube: each variable's range is cut into `runs` slices of equal probability, and each slice has exactly one row,
 * at a random place in it. Any row is made without the others, unless a `criterion` asks for the rows to be spread: `cd2` lowers
 * the centred discrepancy, `maximin` raises the smallest distance, `correlation` takes the chance correlations between the variables away.
 * @see M. D. McKay, R. J. Beckman, W. J. Conover (1979), doi:10.2307/1268522
 */
export const latinHypercube: DesignMethodEntry = {
  title: 'Latin hypercube',
  kind: 'sampled',
  structure: 'even',
  replacement: 'random-rows',
  when: 'the everyday choice for screening, surrogates and means with few runs',
  runs: 'runs',
  reference: 'doi:10.2307/1268522',
  options: ['centered', 'criterion', 'iterations', 'correlation'],
  otherNames: ['lhs', 'lhsample', 'lhc', 'lhd', 'latin', 'olhs', 'oa_lhs'],
  growth: nestedLatinHypercube,
  create: (context) => {
    const runs = context.requireRuns();
    const centered = context.option('centered') ?? false;
    if (typeof centered !== 'boolean') context.refuse('centered', 'true or false');
    const columns = context.variables.map(({ name }) => ({
      fillSlices: createPermutationFill(runs, createStream(context.seed, `${name}/slices`)),
      place: createStream(context.seed, `${name}/places`),
    }));
    const fill: FillUnit = (variable, start, target) => {
      const column = columns[variable];
      if (column === undefined) return;
      if (centered === true) target.fill(0.5);
      else column.place.fill(target, start);
      const slices = new Uint32Array(target.length);
      column.fillSlices(slices, start);
      for (let row = 0; row < target.length; row += 1) {
        target[row] = inSlice(slices[row] ?? 0, target[row] ?? 0.5, runs);
      }
    };
    const criterion = context.choice('criterion', ['none', ...criteria], 'none');
    if (criterion === 'none') return correlatedPoints(context, runs, fill, true);
    if (context.option('correlation') !== undefined) {
      context.refuse('criterion', 'absent beside `correlation`', 'one undoes the other');
    }
    const spread = spreadRows(context, runs, fill, criterion);
    return pointsInUnitCube(context, runs, (variable, start, target) => {
      target.set(spread[variable]?.subarray(start, start + target.length) ?? []);
    });
  },
};

function spreadRows(
  context: DesignContext,
  rows: number,
  fill: FillUnit,
  criterion: Criterion,
): readonly Float64Array[] {
  if (rows > mostOptimisedRuns[criterion]) {
    context.refuse(
      'runs',
      `at most ${mostOptimisedRuns[criterion]} with the criterion ${criterion}`,
      'leave the criterion out, or take sobol: its discrepancy is lower still',
    );
  }
  const columns = context.variables.map((_, variable) => {
    const column = new Float64Array(rows);
    fill(variable, 0, column);
    return column;
  });
  if (rows < 3 || columns.length < 2) return columns;
  const trials = context.integer('iterations', [0, 1e9], usualTrials(criterion, rows));
  const measure = measures[criterion](columns);
  const stream = createStream(context.seed, '/exchanges');
  improveByExchange(measure, { rows, columns: columns.length }, trials, stream);
  return columns;
}

const measures: Readonly<Record<Criterion, typeof createDistanceCriterion>> = {
  cd2: createDiscrepancyCriterion,
  maximin: createDistanceCriterion,
  correlation: createCorrelationCriterion,
};

/** Exchanges to look at, in about a second. */
function usualTrials(criterion: Criterion, rows: number): number {
  if (criterion === 'correlation') return Math.max(200_000, 20 * rows);
  return Math.max(1000, Math.min(200_000, Math.round(15_000_000 / rows)));
}
