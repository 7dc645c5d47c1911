/** A measure of a set of points that knows what an exchange of two values in one column would do to it. Smaller is better. */
export interface ExchangeCriterion {
  /** Change of the measure if rows `a` and `b` exchanged their values in `column`. */
  readonly change: (a: number, b: number, column: number) => number;
  /** Makes the exchange that `change` was asked about last. */
  readonly accept: () => void;
}
