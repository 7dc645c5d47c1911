/** The distribution of one numeric variable. Every distribution is sampled by inversion, so that one uniform gives one value. */
export interface Distribution {
  /** @param p probability, 0 to 1; the ends give the ends of the support, infinite where it has none */
  readonly quantile: (p: number) => number;
  /** Replaces probabilities by their quantiles in a loop of its own, several times as fast as one by one; absent where nobody waits for it. */
  readonly scale?: (probabilities: Float64Array) => void;
  /** Probability of a value of at most `x`. */
  readonly cdf: (x: number) => number;
  /** Density at `x`; for distributions on levels the probability of exactly `x`. */
  readonly pdf: (x: number) => number;
  readonly mean: number;
  readonly variance: number;
  /** Ends of the support; infinite where it has none. */
  readonly support: readonly [number, number];
  /** The most likely value, where a study's nominal run uses it instead of the mean. */
  readonly mode?: number;
  /** All values, ascending, for a distribution on levels; absent for a continuous one. */
  readonly levels?: readonly number[];
  /** Of the levels, not scaled; absent where all are as likely. */
  readonly weights?: readonly number[];
}
