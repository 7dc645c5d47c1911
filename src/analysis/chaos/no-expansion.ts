import { varies } from '../complete-rows.ts';

/** Why a response has no expansion. @param runs its finite values @param inside how many have inputs that their distributions have */
export function noExpansion(runs: Float64Array, inside: () => number): string {
  if (runs.length < 4) return `${runs.length} runs gave a value, fewer than 4`;
  const left = inside();
  if (left < 4) {
    return `${runs.length - left} of ${runs.length} runs have values that the distributions of the inputs don’t have, which leaves fewer than 4`;
  }
  return varies(runs)
    ? 'no polynomial of the inputs predicts the response better than its mean: a single value may be far from all others, or it doesn’t depend on them, or there are too few runs'
    : 'the response doesn’t vary';
}
