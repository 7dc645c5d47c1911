import type { ColumnViews } from '../column-views.ts';
import type { Draws } from '../draws.ts';
import type { FitSample } from '../fit-sample.ts';
import type { JudgedResult } from './judged-result.ts';
import type { NumericColumn } from '../study-table.ts';
import type { AnovaSummary, FactorialSummary } from '../summarise-factors.ts';
import type { ChaosSummary } from '../summarise-chaos.ts';
import type { ResponseMoments } from '../summarise-response.ts';
import type { JudgedSensitivity } from '../summarise-sensitivity.ts';
import type { JudgedMorris, SobolSummary } from '../summarise-structure.ts';

/** The fields of the summary whose results are judged; `levels` are those of `moments`, `firstOrder` and `quadratic` those of `sensitivity`. */
export const estimatorNames = [
  'moments',
  'levels',
  'correlations',
  'sensitivity',
  'firstOrder',
  'quadratic',
  'anova',
  'factorialEffects',
  'sobol',
  'morris',
  'polynomialChaos',
  'paretoFront',
] as const;

/** One of {@link estimatorNames}. */
export type EstimatorName = (typeof estimatorNames)[number];

/** How far one family of results can be trusted. */
export interface EstimatorTrust {
  /** Field of the summary that holds the results. */
  readonly estimator: EstimatorName;
  readonly response: string;
  readonly case?: number;
  /** The runs that it can only use together. */
  readonly needs: 'each run' | 'a block of runs' | 'two runs of a step' | 'all runs';
  /** Of those: how many the design has, and how many are complete. */
  readonly planned: number;
  readonly used: number;
  /** The runs that a fit was made of, where they are a sample of those. */
  readonly sample?: FitSample;
  /** `none`: there is no result. */
  readonly trust: 'good' | 'limited' | 'none';
  /** Why not `good`, in sentences. */
  readonly reasons: readonly string[];
}

/** The results that are judged. */
export interface JudgedResults {
  readonly moments: Readonly<Record<string, ResponseMoments>>;
  readonly sensitivity: readonly JudgedSensitivity[];
  readonly anova: readonly JudgedResult<AnovaSummary>[];
  readonly effects: readonly JudgedResult<FactorialSummary>[];
  readonly chaos: readonly JudgedResult<ChaosSummary>[];
  readonly sobol: readonly SobolSummary[];
  readonly morris: readonly JudgedMorris[];
  /** Whether any two factors have their levels together in proportion, as those of a factorial or an orthogonal array have, whatever the design says. */
  readonly isArray: boolean;
  /** Why the rows aren't the blocks or trajectories that the design says; absent where they are. */
  readonly fault?: string;
  /** The judgement of the Pareto front, and its objectives; absent with fewer than two. */
  readonly front?: Judgement;
  readonly objectives: readonly string[];
}

/** A judgement before failures that go together with an input are added; `false` is no reason. */
export interface Judgement extends Omit<
  EstimatorTrust,
  'estimator' | 'response' | 'trust' | 'reasons'
> {
  readonly reasons: readonly (string | false)[];
  /** Whether there is no result. */
  readonly isMissing?: boolean;
}

/** One response with what its results are judged by. */
export interface JudgedResponse {
  readonly name: string;
  /** NaN where a run doesn't count. */
  readonly values: Float64Array;
  /** Rows of the table, and how many of them gave a value. */
  readonly planned: number;
  readonly used: number;
  /** The draw of the inputs of each run; undefined where every run has its own. */
  readonly draws: Draws | undefined;
  /** How many draws gave a value: as many as runs where each has its own, and in a design of chosen rows. */
  readonly points: number;
  /** Rows of one case. */
  readonly rows: number;
  /** How many runs gave no value, as a reason; false where all did. */
  readonly lost: string | false;
  /** How many runs a table that ends before its design has no row of, as a reason; false where it has all. They aren't missing at random. */
  readonly cut: string | false;
  /** How many runs repeat others, as a reason; false where few do. */
  readonly repeated: string | false;
  /** Why the rows aren't a sample of the inputs, as a reason; false where nothing says so. */
  readonly gridded: string | false;
  /** Why the rows aren't independent draws, by their order, as a reason; false where nothing says so. */
  readonly chained: string | false;
  /** Which inputs a sequence ties together, as a reason; false where none are. */
  readonly tied: string | false;
  /** Inputs of numbers, over all runs. */
  readonly inputs: readonly NumericColumn[];
  /** The same over the runs that count, and the response over these. */
  readonly counted: { readonly values: Float64Array; readonly inputs: readonly NumericColumn[] };
  /** Of these columns. */
  readonly views: ColumnViews;
  readonly results: JudgedResults;
}
