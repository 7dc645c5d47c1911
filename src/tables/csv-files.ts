/** CSV as the platform reads it: a header of variable names, one row per run. Numbers print so that reading back gives the same double. */
import { stringify } from 'csv-stringify/sync';
import { printNumber } from '../numbers/index.ts';
import type { Cell } from '../design/cell.ts';
import { csvRows, type ColumnBlock } from './csv-rows.ts';
import type { ChunkSink } from '../files/index.ts';

/** Writes a param file or a case file, block by block; memory in proportion to a block. */
export async function writeParamFile(
  sink: ChunkSink,
  names: readonly string[],
  blocks: Iterable<ColumnBlock>,
): Promise<void> {
  await sink(linesOf(names, blocks));
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
