import { DesignError } from '../../errors.ts';
import { inBlocks } from '../block-columns.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import { pointsOnLevels } from '../points.ts';

/** Every level of each variable with every level of the others; the first variable changes fastest. On two levels `blocks` parts it. */
export const fullFactorial: DesignMethodEntry = {
  title: 'Full factorial (crossed)',
  kind: 'crossed',
  structure: 'balanced',
  replacement: 'none',
  when: 'few variables on few levels, all combinations wanted',
  runs: 'product of the numbers of levels',
  options: ['blocks'],
  otherNames: [
    'full_fact',
    'factorial',
    'ff',
    'ff2n',
    'fact_full',
    'grid',
    'mesh',
    'cartesian',
    'crossed',
    'multidim_parameter_study',
  ],
  create: (context) => {
    const levels = context.variables.map((variable) => variable.levels());
    const strides: number[] = [];
    let rowCount = 1;
    for (const { length } of levels) {
      strides.push(rowCount);
      rowCount *= length;
    }
    if (rowCount > 2 ** 31) {
      throw new DesignError(
        'DESIGN_RUNS',
        `Expected a crossed design of at most 2^31 rows, got ${rowCount}`,
        { path: ['design'], hint: 'fewer levels, or a latin-hypercube' },
      );
    }
    const points = pointsOnLevels(
      levels,
      context.structureRuns(rowCount),
      (variable, row) =>
        Math.floor(row / (strides[variable] ?? 1)) % (levels[variable]?.length ?? 1),
    );
    if (context.option('blocks') === undefined) return points;
    if (levels.some(({ length }) => length !== 2) || levels.length > 20) {
      context.refuse('blocks', 'used with at most 20 variables on two levels each');
    }
    return inBlocks(
      context,
      points,
      levels.map((_, index) => 1 << index),
    );
  },
};
