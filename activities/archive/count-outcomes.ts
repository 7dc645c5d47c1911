import type { JobOutcome } from '../../src/archive/index.ts';
import type { PassCounts } from '../../src/run/archive-contract.ts';

/** How many jobs came to the wanted outcome, with their files and bytes, and how many failed. */
export function countOutcomes(
  outcomes: readonly JobOutcome[],
  wanted: JobOutcome['outcome'],
): PassCounts {
  const good = outcomes.filter(({ outcome }) => outcome === wanted);
  return {
    jobs: good.length,
    files: good.reduce((sum, { files }) => sum + files, 0),
    bytes: good.reduce((sum, { bytes }) => sum + bytes, 0),
    failed: outcomes.filter(({ outcome }) => outcome === 'failed' || outcome === 'refused').length,
  };
}
