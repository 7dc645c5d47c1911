import type { RowStructure } from '../../design/index.ts';
import { areInProportion } from './are-in-proportion.ts';
import { repeatsCentreOnly } from '../draws.ts';
import { groupRows } from '../row-groups.ts';
import { numbersOf, type StudyColumn } from '../study-table.ts';

/** What makes effects of factors independent of what no term holds, or shows that there is none. */
export interface RowBalance {
  /** There are two factors or more, and any two have their levels together in proportion, as in a factorial or an orthogonal array, whatever the design says. */
  readonly isArray: boolean;
  /** Somebody chose the rows for the effects of factors: an array, or a design that is made for it. */
  readonly isChosen: boolean;
  /** The only rows that are there more than once are in the middle of all factors, as centre runs are. */
  readonly repeatsCentre: boolean;
}

/** @param factors columns of few levels @param rows that the design says they are */
export function balanceOf(
  factors: readonly StudyColumn[],
  rows: RowStructure | undefined,
): RowBalance {
  const numbers = factors.flatMap(({ name, values }) => {
    const own = numbersOf(values);
    return own ? [{ name, values: own }] : [];
  });
  const columns = factors.map(({ values }) => values);
  const { of } = groupRows(columns, columns[0]?.length ?? 0);
  const isArray = factors.length > 1 && areInProportion(factors);
  return {
    isArray,
    isChosen: isArray || rows === 'balanced',
    repeatsCentre: numbers.length === factors.length && repeatsCentreOnly(numbers, of),
  };
}
