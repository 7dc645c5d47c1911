import { widestInterval } from './widest-interval.ts';

/** A share of the variance and the half width of its interval. */
interface Share {
  readonly value: number;
  readonly halfWidth?: number;
}

/** The one whose interval reaches farthest below 0 or above 1, of those that are too wide, in words such as `from -0.84 to 0.84`; undefined where none does by more than a good one may. */
export function farthestBeyond<Named extends Share>(
  shares: readonly Named[],
): { readonly share: Named; readonly words: string } | undefined {
  const [farthest] = shares
    .filter(({ halfWidth = 0 }) => halfWidth > widestInterval)
    .map((share) => {
      const { value, halfWidth = 0 } = share;
      const [low, high] = [value - halfWidth, value + halfWidth];
      return { share, low, high, beyond: Math.max(-low, high - 1) };
    })
    .toSorted((one, other) => other.beyond - one.beyond);
  if (farthest === undefined || !(farthest.beyond > widestInterval)) return undefined;
  const { share, low, high } = farthest;
  return { share, words: `from ${low.toPrecision(2)} to ${high.toPrecision(2)}` };
}
