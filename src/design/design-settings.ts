/** Design methods by their names in the study file; `table` is the user's own rows. */
export type DesignMethod =
  | 'monte-carlo'
  | 'latin-hypercube'
  | 'sobol'
  | 'halton'
  | 'full-factorial'
  | 'fractional-factorial'
  | 'plackett-burman'
  | 'definitive-screening'
  | 'orthogonal-array'
  | 'central-composite'
  | 'box-behnken'
  | 'd-optimal'
  | 'one-at-a-time'
  | 'centered'
  | 'vector'
  | 'morris'
  | 'saltelli'
  | 'table';

/** Which rows a study has. */
export interface DesignSettings {
  readonly method: DesignMethod;
  /** Rows of the param file before replicates; undefined where the method's structure decides. */
  readonly runs?: number;
  /** 0 .. 2^53-1. */
  readonly seed: number;
  /** False when the study file gave no seed and the default is used. */
  readonly seedGiven: boolean;
  readonly includeNominalRun: boolean;
  readonly replicates: number;
  /** Rows by which the design grew after its own, step by step; those before a step stay as they are. */
  readonly extend?: readonly number[];
  /** Whether the rows run in a random order. */
  readonly randomize?: boolean;
  /** Feasibility: rows for which it is false are refused and replaced. */
  readonly where?: string;
  /** CSV of a `table` design, relative to the study file. */
  readonly file?: string;
  /** Columns of that CSV that aren't variables. */
  readonly ignore: readonly string[];
  /** Further settings of the method under their own names (`trajectories`, `baseSamples`, …). */
  readonly options: Readonly<Record<string, unknown>>;
}
