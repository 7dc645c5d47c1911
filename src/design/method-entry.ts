import type { DesignPoints } from './design.ts';
import type { DesignContext } from './design-context.ts';

/**
 * What the rows of a method form together, which statistics rely on. `independent`: nothing, each can be used alone. `even`: they cover
 * each variable evenly. `balanced`: the levels of each variable meet those of the others alike. `one-at-a-time`: each differs from a
 * centre in one variable. `trajectories`: each differs from the one before in one variable. `pick-freeze`: Saltelli's blocks.
 */
export type RowStructure =
  'independent' | 'even' | 'balanced' | 'one-at-a-time' | 'trajectories' | 'pick-freeze';

/** What is said of a design method, in one line of the catalogue. */
export interface MethodDescription {
  readonly title: string;
  /**
   * What its rows are to each other. `sampled`: drawn, as many as asked for; refused ones are replaced. `crossed`: all combinations,
   * of which `where` may leave out some. `whole`: they belong together, and may be equal. `given`: the user's own, each by itself.
   */
  readonly kind: 'sampled' | 'crossed' | 'whole' | 'given';
  readonly structure: RowStructure;
  /**
   * What takes the place of rows that `where` refuses: `next-rows` of the method's own stream or sequence, `random-rows`, or `none`,
   * so that refused rows are left out.
   */
  readonly replacement: 'next-rows' | 'random-rows' | 'none';
  /** When to take it, in a few words. */
  readonly when: string;
  /** Number of rows as a formula; d = variables. */
  readonly runs: string;
  /** Where it was published. */
  readonly reference?: string;
  /** Its own settings under `design`. */
  readonly options: readonly string[];
  /** What SALib, pyDOE, scipy, Dakota and others call it, to find what was meant; study files can't use these. */
  readonly otherNames: readonly string[];
  /** How it grows with its properties kept; absent where its structure has no further rows. */
  readonly growth?: DesignGrowth;
}

/** A design method. */
export interface DesignMethodEntry extends MethodDescription {
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
  /** The points so far: the design, then its earlier steps. */
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
