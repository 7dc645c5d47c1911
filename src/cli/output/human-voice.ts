import { createRequire } from 'node:module';
import type Table from 'cli-table3';
import { assertNever } from '../../errors.ts';
import { printable, printableLine } from '../printable.ts';
import type { Colors } from './colors.ts';
import type { Block, Voice } from './view.ts';

/** Where the text goes: a terminal gets aligned tables, colour and next steps; a pipe gets tab-separated plain lines. */
export interface HumanSetting {
  readonly terminal: boolean;
  readonly colors: Colors;
}

/** The voice for people. */
export function createHumanVoice(setting: HumanSetting): Voice {
  return (view) =>
    view.human
      .map((block) => renderBlock(block, setting))
      .filter((text) => text !== '')
      .map((text) => `${text}\n`)
      .join('');
}

function renderBlock(block: Block, { terminal, colors }: HumanSetting): string {
  switch (block.kind) {
    case 'text':
      return block.lines.map(printable).join('\n');
    case 'facts': {
      const width = Math.max(0, ...block.rows.map(([name]) => name.length));
      return block.rows
        .map(([name, value]) =>
          terminal
            ? `${colors.dim(printableLine(name).padEnd(width))}  ${printable(value)}`
            : `${printableLine(name)}: ${printableLine(value)}`,
        )
        .join('\n');
    }
    case 'table':
      return terminal ? alignedTable(block, colors) : tabSeparated(block);
    case 'next':
      return terminal && block.commands.length > 0
        ? `${colors.dim('Next:')} ${block.commands.map(printableLine).join(colors.dim('  |  '))}`
        : '';
    default:
      return assertNever(block);
  }
}

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

/** Loaded with the first table: it takes longer than the whole help page. */
let loaded: typeof Table | undefined;

function alignedTable(block: TableBlock, colors: Colors): string {
  loaded ??= createRequire(import.meta.url)('cli-table3') as typeof Table;
  const table = new loaded({
    head: block.head.map((title) => colors.bold(printableLine(title))),
    chars: bare,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: block.head.map((_, index) => (block.right?.includes(index) ? 'right' : 'left')),
  });
  for (const row of block.rows) table.push(row.map(printableLine));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function tabSeparated(block: TableBlock): string {
  return [block.head, ...block.rows].map((row) => row.map(printableLine).join('\t')).join('\n');
}
