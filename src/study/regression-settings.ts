/** How far a number may move; the larger of the two bounds counts. */
export interface Tolerance {
  readonly abs?: number;
  /** Share of the reference's value. */
  readonly rel?: number;
}

/** How the results of a study that comes again are compared. */
export interface RegressionSettings {
  /** By the response's name; what isn't named must be equal. */
  readonly tolerances: Readonly<Record<string, Tolerance>>;
  /** Responses that aren't compared. */
  readonly ignore: readonly string[];
}
