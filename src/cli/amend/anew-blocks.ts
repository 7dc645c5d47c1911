import { countOf } from '../format-quantities.ts';
import type { Block } from '../output/view.ts';
import { rangesOf } from './ranges-of.ts';
import type { ReadAmendment } from './read-amendment.ts';

/** How many runs are named. */
const shown = 10;

/** What the runs that are read anew would be. */
export function anewBlocks({
  readsAnew,
  amended,
}: Pick<ReadAmendment, 'readsAnew' | 'amended'>): readonly Block[] {
  if (readsAnew === undefined) return [];
  const { mended, failing, lacking } = readsAnew;
  const without = [...lacking.values()].flat();
  const becomes =
    amended.study.execution.retries.output > 0
      ? 'would have failed, and be run again as `retries` says'
      : 'would have failed';
  const left = failing.length - shown;
  return [
    ...(mended.length === 0
      ? []
      : [
          text(
            `  ${countOf(mended.length, 'run')} that had failed for the outputs alone would be done: ${rangesOf(mended)}`,
          ),
        ]),
    ...failing
      .slice(0, shown)
      .map(({ run, why }) => text(`  run ${run}, which is done, ${becomes}: ${why}`)),
    ...(left > 0 ? [text(`  and ${countOf(left, 'other run')} (--json names all)`)] : []),
    ...(without.length === 0
      ? []
      : [
          text(
            `  ${countOf(without.length, 'done run')} whose files don't have it count as failed until they have run again: ${rangesOf(without)}`,
          ),
        ]),
  ];
}

function text(...lines: readonly string[]): Block {
  return { kind: 'text', lines };
}
