import { assertNever } from '../../errors.ts';
import { printable } from '../../printable.ts';
import { printableLine } from '../printable.ts';
import { alignedTable } from './aligned-table.ts';
import type { Colors } from './colors.ts';
import type { Block, Voice } from './view.ts';
import { widthOf, wrapText } from './wrap-text.ts';

/** Where the text goes: a terminal gets aligned tables, colour and next steps; a pipe gets tab-separated plain lines. */
export interface HumanSetting {
  readonly terminal: boolean;
  /** Of the terminal, just now. */
  readonly columns: () => number;
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

function renderBlock(block: Block, { terminal, columns, colors }: HumanSetting): string {
  switch (block.kind) {
    case 'text': {
      const text = block.lines.map(printable).join('\n');
      return terminal ? wrapText(text, columns()) : text;
    }
    case 'facts':
      return terminal
        ? alignedFacts(block.rows, columns(), colors)
        : block.rows
            .map(([name, value]) => `${printableLine(name)}: ${printableLine(value)}`)
            .join('\n');
    case 'table':
      return terminal ? alignedTable(block, columns(), colors) : tabSeparated(block);
    case 'next':
      return terminal && block.commands.length > 0
        ? nextCommands(block.commands.map(printableLine), columns(), colors)
        : '';
    default:
      return assertNever(block);
  }
}

/** Values begin in one column; a word that is too wide for what is left of the line stands below its name. */
function alignedFacts(
  rows: readonly (readonly [string, string])[],
  columns: number,
  colors: Colors,
): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  const room = columns - width - 2;
  return rows
    .map(([name, value]) => {
      const title = colors.dim(printableLine(name).padEnd(width));
      const lines = wrapText(printable(value), room).split('\n');
      const fits = lines.every((line) => widthOf(line) <= room);
      return fits
        ? `${title}  ${lines.join(`\n${' '.repeat(width + 2)}`)}`
        : `${title.trimEnd()}\n${wrapText(printable(value), columns)}`;
    })
    .join('\n');
}

/** On one line where they fit, else each on its own, so that each can be copied. */
function nextCommands(commands: readonly string[], columns: number, colors: Colors): string {
  const isOneLine = widthOf(`Next: ${commands.join('  |  ')}`) <= columns;
  return isOneLine
    ? `${colors.dim('Next:')} ${commands.join(colors.dim('  |  '))}`
    : [
        colors.dim('Next:'),
        ...commands.map(
          (each) => `  ${wrapText(each, columns - 4, 2).replaceAll('\n', ' \\\n  ')}`,
        ),
      ].join('\n');
}

type TableBlock = Extract<Block, { kind: 'table' }>;

function tabSeparated(block: TableBlock): string {
  return [block.head, ...block.rows].map((row) => row.map(printableLine).join('\t')).join('\n');
}
