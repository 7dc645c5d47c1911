import type { Cell } from '../design/cell.ts';
import { cellCodes } from './cell-codes.ts';

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
  const codes = columns.map((column) => cellCodes(column, rows));
  const words = codes.map(({ buffer }) => new Uint32Array(buffer));
  const of = new Uint32Array(rows);
  const firsts: number[] = [];
  // An open hash table of groups, at most half full; 0 is an empty place.
  const places = new Uint32Array(2 ** Math.ceil(Math.log2(2 * rows + 2)));
  for (let row = 0; row < rows; row += 1) {
    let at = hashOf(words, row) & (places.length - 1);
    for (;;) {
      const group = (places[at] ?? 0) - 1;
      if (group < 0) {
        places[at] = firsts.push(row);
        of[row] = firsts.length - 1;
        break;
      }
      if (areEqual(codes, row, firsts[group] ?? 0)) {
        of[row] = group;
        break;
      }
      at = (at + 1) & (places.length - 1);
    }
  }
  const sizes = new Uint32Array(firsts.length);
  for (const group of of) sizes[group] = (sizes[group] ?? 0) + 1;
  return { of, sizes, count: sizes.length };
}

/** Of the bits of a row's codes. */
function hashOf(words: readonly Uint32Array[], row: number): number {
  let hash = 0;
  for (const column of words) {
    hash = Math.imul(hash ^ (column[2 * row] ?? 0), 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ (column[2 * row + 1] ?? 0), 0x85ebca77);
    hash ^= hash >>> 13;
  }
  return hash;
}

function areEqual(codes: readonly Float64Array[], row: number, other: number): boolean {
  for (const column of codes) if (column[row] !== column[other]) return false;
  return true;
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
