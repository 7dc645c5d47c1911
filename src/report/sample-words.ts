import { countOf } from './figure-block.ts';
import { formatCount } from './format-count.ts';
import type { PageRuns } from './report.ts';

/** Which runs a figure draws where they are a sample of all, as a sentence with a blank before it; empty where all are drawn. */
export function sampleWords(runs: PageRuns): string {
  return runs.runs.length < runs.total ? ` Drawn are ${sampleOf(runs)}.` : '';
}

/** `5,000 of 5,600 runs, among them the extremes of each column and the 9 failed runs`. */
export function sampleOf({ runs, total, kept = [] }: PageRuns): string {
  const last = kept.at(-1);
  const words =
    last === undefined || kept.length === 1 ? last : `${kept.slice(0, -1).join(', ')} and ${last}`;
  return `${formatCount(runs.length)} of ${countOf(total, 'run')}${
    words === undefined ? '' : `, among them ${words}`
  }`;
}
