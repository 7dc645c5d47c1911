import type { Cell } from '../design/cell.ts';

/**
 * How planning gets at expressions without knowing their language: the compiler of `src/expressions` is passed in.
 * `evaluate` gives NaN where there is no finite value.
 */
export type CompileExpression = (
  text: string,
  names: ReadonlySet<string>,
) => {
  readonly names: readonly string[];
  readonly evaluate: (scope: Readonly<Record<string, Cell>>) => number | boolean;
};
