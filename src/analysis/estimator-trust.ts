import type { JudgedResult } from './judged-result.ts';
import type { AnovaSummary } from './summarise-factors.ts';
import type { ChaosSummary } from './summarise-chaos.ts';
import type { ResponseSensitivity } from './summarise-response.ts';
import type { MorrisSummary, SobolSummary } from './summarise-structure.ts';

/** The fields of the summary whose results are judged. */
export const estimatorNames = [
  'moments',
  'sensitivity',
  'anova',
  'sobol',
  'morris',
  'polynomialChaos',
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
  /** `none`: there is no result. */
  readonly trust: 'good' | 'limited' | 'none';
  /** Why not `good`, in sentences. */
  readonly reasons: readonly string[];
}

/** The results that are judged. */
export interface JudgedResults {
  readonly sensitivity: readonly ResponseSensitivity[];
  readonly anova: readonly AnovaSummary[];
  readonly chaos: readonly JudgedResult<ChaosSummary>[];
  readonly sobol: readonly SobolSummary[];
  readonly morris: readonly MorrisSummary[];
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
  /** Rows of one case. */
  readonly rows: number;
  /** How many runs gave no value, as a reason; false where all did. */
  readonly lost: string | false;
  readonly results: JudgedResults;
}
