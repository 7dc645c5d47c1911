import { formatCount } from '../format-count.ts';
import type { Block } from '../report.ts';
import { mostRuns } from '../sample-runs.ts';
import { sampleOf } from '../sample-words.ts';
import type { MakeSection } from '../section-input.ts';

/** All runs as a table to sort, filter and download, and the moments of each response. */
export const dataSection: MakeSection = ({ runs, summary, titleOf }) => {
  const shown = runs.runs.length;
  const moments = Object.entries(summary.moments);
  const blocks: Block[] = [
    {
      kind: 'text',
      text:
        (shown < runs.total
          ? `The page holds ${sampleOf(runs)}${
              shown < mostRuns
                ? ` (fewer than ${formatCount(mostRuns)}, for it has ${runs.columns.length} columns)`
                : ''
            }; the others are picked by a fixed mixing of their numbers. The statistics are of all runs, and results.csv has them. `
          : '') +
        'A filter here acts on all figures that draw runs, and what is chosen in a figure acts here. Filters: 5, <5, >=3, 1..2, a part of a text, – for a missing value, or any of them behind a ! for all others.',
    },
    { kind: 'runs' },
  ];
  if (moments.length > 0) {
    blocks.push({
      kind: 'table',
      title: 'Responses over the accepted runs',
      table: {
        head: ['response', 'runs', 'mean', 'standard deviation', 'min', 'median', 'max'],
        rows: moments.map(([name, own]) => [
          titleOf(name),
          own.count,
          own.mean,
          own.standardDeviation ?? null,
          own.min,
          own.percentiles['50'] ?? null,
          own.max,
        ]),
      },
    });
  }
  return { id: 'data', title: 'Runs', blocks };
};
