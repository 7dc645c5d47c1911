import type { ChaosIndices } from './chaos-indices.ts';

/**
 * Where the runs leave more of the variance open than the expansion doesn't predict of them: the input that it's open in, as a reason for wide intervals.
 * @param names of the inputs
 * @param limit half width of an interval that is wide, and share of the variance that is much
 */
export function openDoubt(
  { first, total, open, unknown }: ChaosIndices,
  names: readonly string[],
  q2: number,
  limit: number,
): readonly string[] {
  const [farthest] = open;
  const isLacking = unknown > limit;
  const isWide = [...first, ...total].some(
    ({ interval }) => interval !== undefined && (interval[1] - interval[0]) / 2 > limit,
  );
  if (!farthest || !(isWide || isLacking) || unknown <= 2 * (1 - q2)) return [];
  const { input, share } = farthest;
  const size = share < 1 ? `${(100 * share).toPrecision(2)} % of it` : 'as much as there is';
  return [
    `fits with further powers of ${names[input]} are as good on the runs, but over its whole distribution their variance differs by ${size}: how the response goes on where few runs are, is open; more runs tell more of it`,
  ];
}
