import { varies } from './complete-rows.ts';
import { areInProportion } from './doubts/are-in-proportion.ts';
import { drawsOf, type Draws } from './draws.ts';
import { numbersOf, rowStructureOf, type StudyColumn, type StudyStructure } from './study-table.ts';

/**
 * The draw of each run, where runs that share one tell no more of a mean over the rows than one of them does; undefined where every run has its own,
 * and where somebody chose the rows for the effects of factors, as in a factorial: there repeats measure the noise of each level.
 * @param given inputs and cases
 */
export function sampledDraws(
  given: readonly StudyColumn[],
  structure: StudyStructure | undefined,
): Draws | undefined {
  const rows = rowStructureOf(structure);
  if (rows === 'balanced' || rows === 'one-at-a-time') return undefined;
  const draws = drawsOf(given, structure);
  if (!draws) return undefined;
  const factors = given.filter(({ values }) => {
    const numbers = numbersOf(values);
    return numbers ? varies(numbers) : new Set(values).size > 1;
  });
  return factors.length > 1 && areInProportion(factors) ? undefined : draws;
}
