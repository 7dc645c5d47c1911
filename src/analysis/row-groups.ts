import type { Cell } from '../design/cell.ts';

/** Which rows repeat each other. */
export interface RowGroups {
  /** Number of each row's group. */
  readonly of: Uint32Array;
  /** Rows of each group, by its number. */
  readonly sizes: Uint32Array;
  /** How many groups have rows here. */
  readonly count: number;
}

/** Rows with the same values in all columns are a group, numbered from 0 in the order of the rows. @param rows how many there are */
export function groupRows(
  columns: readonly (Float64Array | readonly Cell[])[],
  rows: number,
): RowGroups {
  const numbers = new Map<string, number>();
  const of = Uint32Array.from({ length: rows }, (_, row) => {
    const key = columns.map((column) => JSON.stringify(column[row] ?? null)).join();
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
  const sizes = new Uint32Array(numbers.size);
  for (const group of of) sizes[group] = (sizes[group] ?? 0) + 1;
  return { of, sizes, count: sizes.length };
}

/** Each row by itself. */
export function singleRows(rows: number): RowGroups {
  const of = Uint32Array.from({ length: rows }, (_, row) => row);
  return { of, sizes: of.map(() => 1), count: rows };
}

/** Only the groups that are kept, their numbers unchanged. */
export function keepGroups(
  { of, sizes }: RowGroups,
  isKept: (group: number) => boolean,
): RowGroups {
  return {
    of: of.filter((group) => isKept(group)),
    sizes,
    count: sizes.reduce((count, _, group) => (isKept(group) ? count + 1 : count), 0),
  };
}

/** The rows of some groups each by themselves, the other groups as they are. */
export function splitGroups(
  { of, sizes, count }: RowGroups,
  isSplit: (group: number) => boolean,
): RowGroups {
  const singles = Array.from(of).filter(isSplit).length;
  const ofAll = new Uint32Array(of.length);
  const sizesOfAll = [...sizes].map((size, group) => (isSplit(group) ? 0 : size));
  of.forEach((group, row) => {
    ofAll[row] = isSplit(group) ? sizesOfAll.push(1) - 1 : group;
  });
  const split = [...sizes.keys()].filter((group) => (sizes[group] ?? 0) > 0 && isSplit(group));
  return {
    of: ofAll,
    sizes: Uint32Array.from(sizesOfAll),
    count: count - split.length + singles,
  };
}
