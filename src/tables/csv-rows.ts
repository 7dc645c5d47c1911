import { longestNumber, writeNumber } from '../numbers/index.ts';
import type { Cell } from '../design/cell.ts';
import { createQuoter } from './csv-text.ts';

/** Columns of a block of rows, of equal length. */
export type ColumnBlock = readonly (readonly Cell[] | Float64Array)[];

/**
 * Rows of a block as CSV in UTF-8. Numbers print as {@link printNumber} does; where they aren't finite, and for texts, `textOf` decides.
 */
export function csvRows(block: ColumnBlock, textOf: (cell: Cell) => string): Uint8Array {
  const rows = block[0]?.length ?? 0;
  const quoted = createQuoter();
  let bytes = allocate(rows * block.length * 20 + longestNumber);
  let at = 0;
  const reserve = (size: number): void => {
    if (at + size <= bytes.length) return;
    const larger = allocate(2 * bytes.length + size);
    bytes.copy(larger, 0, 0, at);
    bytes = larger;
  };
  const write = (text: string): void => {
    reserve(3 * text.length + 1);
    at += bytes.write(text, at);
  };
  for (let row = 0; row < rows; row += 1) {
    for (const column of block) {
      const cell = column[row] ?? '';
      if (typeof cell === 'number' && Number.isFinite(cell)) {
        reserve(longestNumber + 1);
        at = writeNumber(bytes, at, cell);
      } else {
        write(quoted(textOf(cell)));
      }
      bytes[at] = comma;
      at += 1;
    }
    bytes[at - 1] = lineFeed;
  }
  return bytes.subarray(0, at);
}

const comma = 0x2c;
const lineFeed = 0x0a;

/** Not from Node's shared pool, so that a thread can hand the memory over. */
function allocate(size: number): Buffer {
  return Buffer.from(new ArrayBuffer(size));
}
