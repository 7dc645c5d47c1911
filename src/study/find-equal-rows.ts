import { scanBlockRows, scanRows, type RowColumns, type RowSource } from './row-source.ts';

/** Two rows with the same cells, numbered from 0, and how many rows repeat an earlier one. */
export interface EqualRows {
  readonly first: number;
  readonly second: number;
  readonly count: number;
}

const words = new Uint32Array(2);
const double = new Float64Array(words.buffer);

/** More values are looked at in several shares, each column made as often, so that memory stays flat. */
const mostKeptValues = 2 ** 21;

/** Columns are told apart by so many rows at first. */
const probedRows = 1024;

/**
 * @returns undefined where all rows differ. Where one column has no value twice, that is enough, and it alone is made. Else rows are compared by a 52-bit hash first (8 bytes of memory a row), then cell by
 * cell where hashes agree.
 */
export function findEqualRows(rows: RowSource): EqualRows | undefined {
  if (hasDistinctColumn(rows)) return undefined;
  const keys = new Float64Array(rows.rowCount);
  scanRows(rows, (columns, start, count) => {
    for (let row = 0; row < count; row += 1) keys[start + row] = hashRow(columns, row);
  });
  keys.sort();
  const doubled = new Set(keys.filter((key, index) => index > 0 && key === keys[index - 1]));
  if (doubled.size === 0) return undefined;
  const seen = new Map<string, number>();
  let found: EqualRows | undefined;
  scanRows(rows, (columns, start, count) => {
    for (let row = 0; row < count; row += 1) {
      if (!doubled.has(hashRow(columns, row))) continue;
      const text = JSON.stringify(columns.map((column) => column[row]));
      const first = seen.get(text);
      if (first === undefined) seen.set(text, start + row);
      else found = { ...(found ?? { first, second: start + row }), count: (found?.count ?? 0) + 1 };
    }
  });
  return found;
}

function hasDistinctColumn({ rowCount, block, column }: RowSource): boolean {
  const probe = block(0, Math.min(probedRows, rowCount));
  const index = probe.findIndex(
    (cells) => cells instanceof Float64Array && new Set(cells).size === cells.length,
  );
  if (!column || index < 0) return false;
  const shares = Math.ceil(rowCount / mostKeptValues);
  const kept = new Float64Array(Math.ceil((1.05 * rowCount) / shares));
  for (let share = 0; share < shares; share += 1) {
    let length = 0;
    for (let start = 0; start < rowCount; start += scanBlockRows) {
      const part = column(index, start, Math.min(scanBlockRows, rowCount - start));
      if (!(part instanceof Float64Array)) return false;
      for (let row = 0; row < part.length; row += 1) {
        double[0] = part[row] ?? NaN;
        if ((words[0] ?? 0) % shares !== share) continue;
        kept[length] = double[0];
        length += 1;
      }
    }
    if (length > kept.length || !isDistinct(kept.subarray(0, length))) return false;
  }
  return true;
}

function isDistinct(values: Float64Array): boolean {
  values.sort();
  for (let place = 1; place < values.length; place += 1) {
    if (values[place] === values[place - 1]) return false;
  }
  return true;
}

function hashRow(columns: RowColumns, row: number): number {
  let [high, low] = [0x9e3779b9, 0x85ebca6b];
  for (const column of columns) {
    const cell = column[row];
    if (typeof cell === 'string') {
      for (let index = 0; index < cell.length; index += 1) {
        high = Math.imul(high ^ cell.charCodeAt(index), 0x01000193);
        low = Math.imul(low ^ high, 0xc2b2ae35);
      }
    } else {
      double[0] = cell === 0 ? 0 : (cell ?? NaN);
      high = Math.imul(high ^ (words[0] ?? 0), 0xcc9e2d51);
      high = Math.imul((high << 13) | (high >>> 19), 5) + (words[1] ?? 0);
      low = Math.imul(low ^ (words[1] ?? 0), 0x1b873593);
      low = Math.imul((low << 15) | (low >>> 17), 9) + high;
    }
    high ^= high >>> 15;
    low ^= low >>> 13;
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b);
  low = Math.imul(low ^ (low >>> 16) ^ high, 0xc2b2ae35);
  return ((high >>> 0) & 0xfffff) * 2 ** 32 + ((low ^ (low >>> 13)) >>> 0);
}
