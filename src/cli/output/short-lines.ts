import { assertNever } from '../../errors.ts';
import type { Block } from './view.ts';

/** Characters of a line, or of a table's cell: no person reads more of one, and a study of a stranger fills the screen with it. */
const longestLine = 2_000;

/** `blocks` for people, each line cut to a length that can be read and saying how much more there is; documents keep what is whole. */
export function shortLines(blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block): Block => {
    switch (block.kind) {
      case 'text':
        return { ...block, lines: block.lines.flatMap((text) => text.split('\n').map(short)) };
      case 'facts':
        return {
          ...block,
          rows: block.rows.map(([name, value]) => [short(name), short(value)] as const),
        };
      case 'table':
        return {
          ...block,
          head: block.head.map(short),
          rows: block.rows.map((row) => row.map(short)),
        };
      case 'next':
        return block;
      default:
        return assertNever(block);
    }
  });
}

function short(line: string): string {
  if (line.length <= longestLine) return line;
  const more = line.length - longestLine;
  return `${line.slice(0, longestLine)}… (${more.toLocaleString('en-US')} more characters)`;
}
