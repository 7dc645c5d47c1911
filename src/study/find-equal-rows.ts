import { scanRows, type RowColumns, type RowSource } from './row-source.ts';

/** Two rows with the same cells, numbered from 0, and how many rows repeat an earlier one. */
export interface EqualRows {
  readonly first: number;
  readonly second: number;
  readonly count: number;
}

const words = new Uint32Array(2);
const double = new Float64Array(words.buffer);

/**
 * @returns undefined where all rows differ. Rows are compared by a 52-bit hash first (8 bytes of memory a row), then cell by
 * cell where hashes agree.
 */
export function findEqualRows(rows: RowSource): EqualRows | undefined {
  const keys = new Float64Array(rows.rowCount);
  scanRows(rows, (columns, start, count) => {
    for (let row = 0; row < count; row += 1) keys[start + row] = hashRow(columns, row);
  });
  const sorted = Float64Array.from(keys).sort();
  const doubled = new Set<number>();
  for (let index = 1; index < sorted.length; index += 1) {
    const key = sorted[index];
    if (key !== undefined && key === sorted[index - 1]) doubled.add(key);
  }
  if (doubled.size === 0) return undefined;
  const seen = new Map<string, number>();
  let found: EqualRows | undefined;
  for (const [row, key] of keys.entries()) {
    if (!doubled.has(key)) continue;
    const text = JSON.stringify(rows.block(row, 1).map((column) => column[0]));
    const first = seen.get(text);
    if (first === undefined) seen.set(text, row);
    else found = { ...(found ?? { first, second: row }), count: (found?.count ?? 0) + 1 };
  }
  return found;
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
