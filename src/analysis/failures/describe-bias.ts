/** An input whose values differ between failed and accepted runs, or between those that lack an output and those that have it. */
export interface FailureBias {
  /** Responses whose missing values are meant, all missing in the same runs; absent: failed runs. */
  readonly responses?: readonly string[];
  readonly input: string;
  /** The value in question of an input that holds texts. */
  readonly level?: string;
  /** Where the failed runs lie; `high` of a text: where it is taken. */
  readonly side: 'low' | 'high' | 'middle' | 'ends' | 'between';
  /**
   * Probability that a failed run has the larger value than an accepted one, of `middle` and `ends` that it is farther from the middle rank; 0.5 = no relation.
   * Of `between` the largest difference between the shares of both up to a value; 0 = no relation.
   */
  readonly share: number;
  readonly pValue: number;
  /** Of `middle` and `between`: where four fifths of the failed runs lie. */
  readonly range?: readonly [number, number];
  /** Where failures lie in a corner: of what other input. */
  readonly and?: { readonly input: string; readonly side: 'low' | 'high' };
}

/** Where failures lie, in words such as `high values of x` or `S235 of grade`. */
export function describeBias({ input, level, side, and, range }: FailureBias): string {
  if (side === 'ends') return `values of ${input} at both ends of its range`;
  if (side === 'middle' || side === 'between') {
    const words = range?.map((end) => String(Number(end.toPrecision(4)))).join(' .. ') ?? '';
    return side === 'middle'
      ? `values of ${input} around ${words}`
      : `other values of ${input} than the rest (most within ${words}, spread otherwise)`;
  }
  if (and) return `${side} values of ${input} together with ${and.side} values of ${and.input}`;
  if (level === undefined) return `${side} values of ${input}`;
  return side === 'high' ? `${level} of ${input}` : `values of ${input} other than ${level}`;
}

/** What goes together with an input: failures, or missing values. */
export function biasedRuns({ responses }: FailureBias): string {
  return responses ? `missing values of ${responses.join(', ')}` : 'failures';
}

/** The test that found it, and what it says. */
export function describeTest({ side, share, pValue }: FailureBias): string {
  const chance = `p = ${pValue.toExponential(1)}`;
  if (side === 'between') return `Kolmogorov-Smirnov difference ${share.toFixed(2)}, ${chance}`;
  const of = side === 'middle' || side === 'ends' ? ' of distances from the middle' : '';
  return `rank-sum share${of} ${share.toFixed(2)}, ${chance}`;
}
