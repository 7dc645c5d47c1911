import type { DesignPoints } from './design.ts';
import type { DesignContext } from './design-context.ts';

/** One line of the catalogue of designs. */
export interface DesignMethodEntry {
  readonly title: string;
  /** When to take it, in a few words. */
  readonly when: string;
  /** Number of rows as a formula; d = variables. */
  readonly runs: string;
  /** Where it was published. */
  readonly reference?: string;
  /** Its own settings under `design`. */
  readonly options: readonly string[];
  /** How it goes on with its properties kept; absent where its structure has no further rows. */
  readonly growth?: DesignGrowth;
  /** @throws DesignError for what it can't do */
  readonly create: (context: DesignContext) => DesignPoints;
}

/** How a method's designs grow. */
export interface DesignGrowth {
  /** Which numbers of further rows keep its properties, in a few words. */
  readonly rows: string;
  /** The further rows, counted from 0. @throws DesignError DESIGN_GROWTH for a number of rows that it can't add */
  readonly create: (context: DesignContext, step: GrowthStep) => DesignPoints;
}

/** One step of a growing design. */
export interface GrowthStep {
  /** What stands already: the design, then its earlier steps. */
  readonly before: readonly DesignPoints[];
  /** Rows of all of them. */
  readonly rows: number;
  /** Rows of sequences and streams that are taken; above `rows` where refused ones were replaced. */
  readonly used: number;
  /** Further rows wanted, at least 1. */
  readonly add: number;
  /** Refuses `add`. */
  readonly refuse: (expected: string, hint: string) => never;
}
