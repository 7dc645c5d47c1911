/** CSV as the platform reads it: a header of variable names, one row a run. Numbers print so that reading back gives the same double. */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import { printNumber } from '../numbers/index.ts';
import type { Cell } from '../design/cell.ts';
import { csvRows, type ColumnBlock } from './csv-rows.ts';
import { writeFileAtomic } from '../files/index.ts';

/** Writes a param file or a case file, block by block; memory in proportion to a block. */
export async function writeParamFile(
  path: string,
  names: readonly string[],
  blocks: Iterable<ColumnBlock>,
): Promise<void> {
  await writeLines(path, linesOf(names, blocks));
}

function* linesOf(
  names: readonly string[],
  blocks: Iterable<ColumnBlock>,
): Iterable<string | Uint8Array> {
  yield stringify([[...names]]);
  for (const block of blocks) yield csvRows(block, cellText);
}

function cellText(cell: Cell): string {
  return typeof cell === 'number' ? printNumber(cell) : cell;
}

/** Streams texts, or bytes in UTF-8, into `path`, whole or absent. */
export async function writeLines(
  path: string,
  texts: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  await writeFileAtomic(path, async (aside) => {
    const stream = createWriteStream(aside);
    for await (const text of texts) {
      if (!stream.write(text)) await once(stream, 'drain');
    }
    stream.end();
    await finished(stream);
  });
}
