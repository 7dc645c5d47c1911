import type { ChunkSink } from '../files/index.ts';
import { tableCell, writeParamFile } from '../tables/index.ts';
import type { Comparison } from './compare-results.ts';

/** comparison.csv: one line per response, with the value that moved furthest. */
export async function writeComparisonTable(
  sink: ChunkSink,
  { responses }: Pick<Comparison, 'responses'>,
): Promise<void> {
  const columns = {
    response: responses.map(({ response }) => response),
    abs: responses.map(({ tolerance }) => tolerance.abs ?? ''),
    rel: responses.map(({ tolerance }) => tolerance.rel ?? ''),
    compared: responses.map(({ compared }) => compared),
    moved: responses.map(({ moved }) => moved),
    furthestRun: responses.map(({ furthest }) => furthest?.run ?? ''),
    before: responses.map(({ furthest }) => furthest?.before ?? ''),
    now: responses.map(({ furthest }) => furthest?.now ?? ''),
    difference: responses.map(({ furthest }) => furthest?.difference ?? ''),
  };
  await writeParamFile(sink, Object.keys(columns), [
    Object.values(columns).map((cells) =>
      cells.map((cell) => (typeof cell === 'string' ? tableCell(cell) : cell)),
    ),
  ]);
}
