import type { Output } from '../output/output.ts';
import { countOf } from '../format-quantities.ts';

/** A copy that takes no longer isn't told of. */
const silentMs = 2_000;
/** Between two lines about it. */
const betweenMs = 5_000;

/**
 * Tells of a copy of results how far it is, from its third second on; to be called for each run.
 * @param now a clock, in milliseconds
 */
export function tellCopying(
  output: Pick<Output, 'note'>,
  place: string,
  now: () => number = () => performance.now(),
): (copied: number, runs: number) => void {
  let dueMs = now() + silentMs;
  return (copied, runs) => {
    if (now() < dueMs) return;
    dueMs = now() + betweenMs;
    output.note(
      `copying results to ${place}: ${copied.toLocaleString('en-US')} of ${countOf(runs, 'run')}`,
    );
  };
}
