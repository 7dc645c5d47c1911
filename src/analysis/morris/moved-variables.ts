import { createDistribution } from '../../distributions/index.ts';
import type { InputDistribution } from '../chaos/polynomial-families.ts';
import { cellsOfCase } from '../each-case.ts';
import type { MovedVariable } from './morris-effects.ts';
import { numbersOf, type StudyColumn, type StudyStructure } from '../study-table.ts';

/**
 * The variables that Morris' trajectories move, with the ranges over which effects are given: the support of a distribution, the places of the outermost levels
 * of the grid where it has none, or the span of the rows where nothing is known of it.
 * @param inputs columns over all runs
 */
export function movedVariables(
  inputs: readonly StudyColumn[],
  { variables, distributions = {}, options, cases = 1 }: StudyStructure,
): readonly MovedVariable[] {
  const levels = typeof options['levels'] === 'number' ? options['levels'] : 4;
  return variables.flatMap((name): readonly MovedVariable[] => {
    const column = inputs.find((input) => input.name === name);
    if (!column) return [];
    const values = cellsOfCase(column.values, cases);
    const distribution = distributions[name];
    const numbers = numbersOf(values);
    if (!numbers) {
      const texts = distribution?.kind === 'levels' ? distribution.values : [...new Set(values)];
      return [{ name, values, range: texts }];
    }
    const [low, high] = (distribution && endsOf(distribution, levels)) ?? spanOf(numbers);
    return [{ name, values: numbers, range: high - low }];
  });
}

function endsOf(distribution: InputDistribution, levels: number): readonly [number, number] {
  if (distribution.kind === 'levels') {
    return spanOf(
      Float64Array.from(
        distribution.values.filter((_, index) => (distribution.weights?.[index] ?? 1) > 0),
        Number,
      ),
    );
  }
  const { support, quantile } = createDistribution(distribution.generator, distribution.settings);
  if (support.every(Number.isFinite)) return support;
  return [quantile(0.5 / levels), quantile(1 - 0.5 / levels)];
}

function spanOf(values: Float64Array): readonly [number, number] {
  const finite = values.filter(Number.isFinite);
  return [
    finite.reduce((least, value) => Math.min(least, value), Infinity),
    finite.reduce((most, value) => Math.max(most, value), -Infinity),
  ];
}
