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
  /** @throws DesignError for what it can't do */
  readonly create: (context: DesignContext) => DesignPoints;
}
