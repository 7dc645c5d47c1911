import { codeLevels } from './code-levels.ts';
import type { StudyColumn, StudyStructure } from '../study-table.ts';

/**
 * What tells the blocks of a two-level design apart: each product of the words by which they were made, as -1 and 1 a row. What differs between
 * blocks is a sum of these; an interaction that equals one can't be told from it.
 * @param factors two levels each, where the words name them
 * @returns none where the design has no blocks
 * @see G. E. P. Box, J. S. Hunter, W. G. Hunter (2005), Statistics for Experimenters, chapter 5
 */
export function blockContrasts(
  factors: readonly StudyColumn[],
  { blockWords = [] }: Pick<StudyStructure, 'blockWords'> = {},
): readonly Float64Array[] {
  const coded = new Map(factors.map(({ name, values }) => [name, codeLevels(values)]));
  const words = blockWords.flatMap((word) => {
    const columns = word.flatMap((name) => coded.get(name) ?? []);
    return columns.length === word.length ? [columns.reduce(times)] : [];
  });
  return words.reduce<readonly Float64Array[]>(
    (span, word) => [...span, word, ...span.map((own) => times(own, word))],
    [],
  );
}

function times(left: Float64Array, right: Float64Array): Float64Array {
  return left.map((value, row) => value * (right[row] ?? NaN));
}
