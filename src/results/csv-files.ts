/** CSV as the platform reads it: a header of variable names, one row a run. Numbers print so that reading back gives the same double. */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import { printNumber } from '../numbers/index.ts';
import type { Cell } from '../study/study.ts';
import { writeAside } from './durable-file.ts';

/** Columns of a block of rows, of equal length. */
export type ColumnBlock = readonly (readonly Cell[] | Float64Array)[];

/** Writes a param file or a case file, block by block; memory in proportion to a block. */
export async function writeParamFile(
  path: string,
  names: readonly string[],
  blocks: Iterable<ColumnBlock>,
): Promise<void> {
  await writeLines(path, linesOf(names, blocks));
}

function* linesOf(names: readonly string[], blocks: Iterable<ColumnBlock>): Iterable<string> {
  yield stringify([[...names]]);
  for (const block of blocks) {
    const rows = block[0]?.length ?? 0;
    if (block.every((column) => column instanceof Float64Array)) {
      yield numberLines(block as readonly Float64Array[], rows);
    } else {
      yield stringify(
        Array.from({ length: rows }, (_, row) => block.map((column) => cellText(column[row]))),
      );
    }
  }
}

function numberLines(columns: readonly Float64Array[], rows: number): string {
  let text = '';
  for (let row = 0; row < rows; row += 1) {
    for (let index = 0; index < columns.length; index += 1) {
      text += (index === 0 ? '' : ',') + printNumber(columns[index]?.[row] ?? NaN);
    }
    text += '\n';
  }
  return text;
}

function cellText(cell: Cell | undefined): string {
  return typeof cell === 'number' ? printNumber(cell) : (cell ?? '');
}

/** Streams texts into `path`, whole or absent. */
export async function writeLines(path: string, texts: Iterable<string>): Promise<void> {
  await writeAside(path, async (aside) => {
    const stream = createWriteStream(aside);
    for (const text of texts) {
      if (!stream.write(text)) await once(stream, 'drain');
    }
    stream.end();
    await finished(stream);
  });
}
