import type { Cell } from '../design/cell.ts';
import { DesignError } from '../errors.ts';
import { mostRuns } from './most-runs.ts';
import type { CaseVariable } from './study.ts';

/** All cases of a study: one column a Case variable, one entry a case. */
export interface CaseTable {
  readonly count: number;
  readonly columns: ReadonlyMap<string, readonly Cell[]>;
}

/**
 * Crosses the Case variables, first fastest; those of one case file go row by row together.
 * @throws DesignError DESIGN_SIZE where they are more than a study may have runs
 * @returns one case without columns where there are no Case variables
 */
export function createCaseTable(variables: readonly CaseVariable[]): CaseTable {
  const axes = new Map<string, CaseVariable[]>();
  for (const variable of variables) {
    const axis =
      variable.caseFile === undefined ? `variable ${variable.name}` : `file ${variable.caseFile}`;
    axes.set(axis, [...(axes.get(axis) ?? []), variable]);
  }
  const sizes = [...axes.values()].map((axis) => axis[0]?.values.length ?? 1);
  const count = sizes.reduce((product, size) => product * size, 1);
  if (!(count <= mostRuns)) {
    throw new DesignError(
      'DESIGN_SIZE',
      `Expected at most ${mostRuns} runs, got ${count} cases: ${sizes.join(' × ')}`,
      { hint: 'take fewer values, or pair them in a case file', path: ['variables'] },
    );
  }
  const columns = new Map<string, readonly Cell[]>();
  let stride = 1;
  for (const axis of axes.values()) {
    const size = axis[0]?.values.length ?? 1;
    const step = stride;
    for (const { name, values } of axis) {
      const column = Array.from(
        { length: count },
        (_, k) => values[Math.floor(k / step) % size] ?? '',
      );
      columns.set(name, column);
    }
    stride *= size;
  }
  return { count, columns };
}

/** The case of the nominal run: the middle value of each axis. */
export function nominalCase(variables: readonly CaseVariable[]): ReadonlyMap<string, Cell> {
  return new Map(
    variables.map(({ name, values }) => [name, values[Math.floor((values.length - 1) / 2)] ?? '']),
  );
}
