import type { FitSample } from '../fit-sample.ts';

/** A result with what speaks against it beyond what the result shows. */
export interface JudgedResult<T> {
  readonly response: string;
  readonly case?: number;
  /** Runs used. */
  readonly used: number;
  /** The runs that a fit was made of, where they are a sample of those. */
  readonly sample?: FitSample;
  /** Absent where the design allows it, but the runs don't. */
  readonly result?: T;
  readonly doubts: readonly string[];
}
