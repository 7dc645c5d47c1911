import type { RowSource } from './row-source.ts';
import type { Cell } from '../design/cell.ts';

/** Rows of several sources, one after the other, with the same columns. */
export function joinRows(sources: readonly RowSource[]): RowSource {
  const [only] = sources;
  if (only && sources.length === 1) return only;
  return {
    rowCount: sources.reduce((sum, { rowCount }) => sum + rowCount, 0),
    block: (start, count) => {
      const parts: ReturnType<RowSource['block']>[] = [];
      let first = 0;
      for (const { rowCount, block } of sources) {
        const from = Math.max(start, first);
        const to = Math.min(start + count, first + rowCount);
        if (to > from) parts.push(block(from - first, to - from));
        first += rowCount;
      }
      const [head, ...rest] = parts;
      if (!head || rest.length === 0) return head ?? [];
      return head.map((_, column) => joinColumn(parts.map((part) => part[column] ?? [])));
    },
  };
}

function joinColumn(parts: readonly (Float64Array | readonly Cell[])[]): readonly Cell[] {
  return parts.flatMap((part) => Array.from<Cell>(part));
}
