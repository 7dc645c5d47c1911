import type { Distribution } from './distribution.ts';
import type { GeneratorEntry } from './generator-entry.ts';
import type { SettingsReader } from './settings-reader.ts';

/** Bins with equal density inside each. */
interface Bins {
  /** Ascending, one more than shares. */
  readonly edges: readonly number[];
  /** Summing to 1. */
  readonly shares: readonly number[];
}

/**
 * Bins from `edges` (ascending) with `counts` or weights, one less; or `bins` equal ones over `values`, as a sample gives them. Inside a
 * bin every value is as likely. As Dakota's `histogram_bin_uncertain` with abscissas and counts.
 * @throws DesignError DESIGN_SETTINGS
 */
export const histogram: GeneratorEntry = {
  kind: 'observed',
  settings: ['edges', 'counts', 'values', 'bins'],
  remark: 'edges and counts, or bins beside a sample',
  otherNames: ['histogram_bin', 'histogram_bin_uncertain'],
  create,
};

function create(read: SettingsReader): Distribution {
  const { edges, shares } = read.has('values') ? binsOfValues(read) : binsAsGiven(read);
  const below = sumsOf(shares);
  const above = sumsOf(shares.toReversed()).toReversed();
  const bins = shares.map((share, index) => {
    const [from = NaN, to = NaN] = edges.slice(index, index + 2);
    return {
      share,
      from,
      width: to - from,
      below: below[index] ?? 0,
      above: above[index + 1] ?? 0,
    };
  });
  const mean = bins.reduce((sum, { share, from, width }) => sum + share * (from + width / 2), 0);
  const [low = NaN, high = NaN] = [edges[0], edges.at(-1)];
  return {
    quantile: (p) => {
      if (p <= 0.5) {
        const bin = bins.findLast(({ below: rank, share }) => share > 0 && rank <= p);
        return bin ? bin.from + (bin.width * (p - bin.below)) / bin.share : low;
      }
      const bin = bins.find(({ above: rank, share }) => share > 0 && rank <= 1 - p);
      return bin ? bin.from + bin.width - (bin.width * (1 - p - bin.above)) / bin.share : high;
    },
    cdf: (x) => {
      if (x <= low) return 0;
      const bin = bins.findLast(({ from }) => from < x);
      if (!bin || x >= high) return 1;
      return bin.below + bin.share * Math.min(1, (x - bin.from) / bin.width);
    },
    pdf: (x) => {
      const bin = x > high ? undefined : bins.findLast(({ from }) => from <= x);
      return bin ? bin.share / bin.width : 0;
    },
    mean,
    variance: bins.reduce(
      (sum, { share, from, width }) =>
        sum + share * ((from + width / 2 - mean) ** 2 + (width * width) / 12),
      0,
    ),
    support: [low, high],
  };
}

function sumsOf(shares: readonly number[]): readonly number[] {
  let sum = 0;
  return [0, ...shares.map((share) => (sum += share))];
}

/** Empty bins at both ends are cut off, so that the ends are reached. */
function binsAsGiven(read: SettingsReader): Bins {
  const edges = read.list('edges', 2);
  const counts = read.list('counts', 1);
  if (counts.length !== edges.length - 1) {
    read.refuse('counts', `${edges.length - 1} \`counts\`, one less than edges`);
  }
  if (edges.some((edge, index) => index > 0 && !(edge > (edges[index - 1] ?? NaN)))) {
    read.refuse('edges', '`edges` in ascending order');
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (counts.some((count) => count < 0) || !(total > 0 && total < Infinity)) {
    read.refuse('counts', '`counts` of at least 0, one of them above 0');
  }
  const first = counts.findIndex((count) => count > 0);
  const last = counts.findLastIndex((count) => count > 0);
  return {
    edges: edges.slice(first, last + 2),
    shares: counts.slice(first, last + 1).map((count) => count / total),
  };
}

function binsOfValues(read: SettingsReader): Bins {
  const values = read.list('values', 2);
  const count = read.number('bins');
  if (!Number.isInteger(count) || count < 1 || count > 1e6) {
    read.refuse('bins', 'a whole number of `bins` from 1 to 1000000');
  }
  const low = values.reduce((least, value) => Math.min(least, value));
  const high = values.reduce((most, value) => Math.max(most, value));
  if (!(high > low)) read.refuse('values', 'a sample of at least two different values');
  const shares = new Array<number>(count).fill(0);
  for (const value of values) {
    const bin = Math.min(count - 1, Math.floor(((value - low) / (high - low)) * count));
    shares[bin] = (shares[bin] ?? 0) + 1 / values.length;
  }
  const edges = Array.from({ length: count + 1 }, (_, index) =>
    index === count ? high : low + ((high - low) * index) / count,
  );
  return { edges, shares };
}
