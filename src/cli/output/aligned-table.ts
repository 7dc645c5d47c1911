/** Tables on a terminal: aligned where they fit, else with their longest texts folded, else as one paragraph per row. Nothing of a cell is ever left out. */
import { createRequire } from 'node:module';
import type Table from 'cli-table3';
import { printableLine } from '../printable.ts';
import type { Colors } from './colors.ts';
import type { Block } from './view.ts';
import { widthOf, wrapText } from './wrap-text.ts';

type TableBlock = Extract<Block, { kind: 'table' }>;

/** A borderless table: rules between cells cost width and can't be copied well. */
const bare = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/** Narrower, a folded text is hard to read beside other columns. */
const leastRoom = 24;

/** Loaded with the first table: it takes longer than the whole help page. */
let loaded: typeof Table | undefined;

/** @param columns of the terminal */
export function alignedTable(block: TableBlock, columns: number, colors: Colors): string {
  const head = block.head.map(printableLine);
  const rows = block.rows.map((row) => row.map(printableLine));
  const widths = head.map((title, index) =>
    Math.max(widthOf(title), ...rows.map((row) => widthOf(row[index] ?? ''))),
  );
  const excess = widths.reduce((sum, width) => sum + width + 2, -2) - columns;
  if (excess <= 0) return align(block, head, rows, colors);
  const widest = widths.indexOf(Math.max(...widths));
  const room = (widths[widest] ?? 0) - excess;
  const folded = rows.map((row) =>
    row.map((cell, at) => (at === widest ? wrapText(cell, room) : cell)),
  );
  const longest = Math.max(
    widthOf(head[widest] ?? ''),
    ...folded.flatMap((row) => (row[widest] ?? '').split('\n').map(widthOf)),
  );
  return room >= leastRoom && longest <= room
    ? align(block, head, folded, colors)
    : rows.map((row) => paragraph(head, row, columns, colors)).join('\n');
}

function align(
  block: TableBlock,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  colors: Colors,
): string {
  loaded ??= createRequire(import.meta.url)('cli-table3') as typeof Table;
  const table = new loaded({
    head: head.map((title) => colors.bold(title)),
    chars: bare,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: head.map((_, index) => (block.right?.includes(index) ? 'right' : 'left')),
  });
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** A row by itself: its first cell, and below it what else it has, each with the title of its column. */
function paragraph(
  head: readonly string[],
  row: readonly string[],
  columns: number,
  colors: Colors,
): string {
  const [first = '', ...others] = row;
  // A number says nothing without its title.
  const title = /^[\d.]*$/u.test(first) ? `${head[0] ?? ''} ${first}` : first;
  const facts = others.flatMap((cell, index) =>
    cell === '' ? [] : [`${head[index + 1] ?? ''} ${cell}`],
  );
  const lines: string[] = [];
  for (const fact of facts) {
    const last = lines.at(-1);
    const grown = last === undefined ? undefined : `${last}, ${fact}`;
    if (grown !== undefined && widthOf(grown) <= columns) lines[lines.length - 1] = grown;
    else lines.push(`  ${fact}`);
  }
  return [colors.bold(title), ...lines.map((line) => wrapText(line, columns, 2))].join('\n');
}
