import type { Cell } from './cell.ts';
import type { DesignMethod } from './design-settings.ts';
import type { InputSource } from './input-source.ts';

/** A variable that a design gives values to. */
export interface DesignVariable {
  readonly name: string;
  readonly source: Extract<InputSource, { kind: 'generator' | 'levels' }>;
  /** Its value in the nominal run. */
  readonly nominal?: Cell;
}

/** What a design is made from. */
export interface DesignSpec {
  readonly method: DesignMethod;
  /** Rows; methods whose structure decides take it only as a check. */
  readonly runs?: number;
  /** 0 .. 2^53-1. */
  readonly seed: number;
  /** At least one, in the order of the columns. */
  readonly variables: readonly DesignVariable[];
  /** Whether the rows are put into a random order. */
  readonly randomize?: boolean;
  /** Further settings of the method, such as `{trajectories: 10}`. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Cells of one variable over some rows; texts make it an array of cells. */
export type DesignColumn = Float64Array | readonly Cell[];

/** The points of a study before rounding, derived variables and feasibility. */
export interface Design {
  readonly rowCount: number;
  /** Column names, in order. */
  readonly names: readonly string[];
  /** Sentences for the reader about what was decided on the way. */
  readonly notes: readonly string[];
  /**
   * Rows `start .. start+count-1`, one entry per variable. Any block can be asked for in any order; memory is in proportion to
   * `count`. Sequences (monte-carlo, sobol, halton) also give rows beyond `rowCount`.
   */
  readonly block: (start: number, count: number) => readonly DesignColumn[];
  /** One entry of such a block alone. @param variable its index */
  readonly column: (variable: number, start: number, count: number) => DesignColumn;
  /** Products of two-level variables, by their indices, of which the signs together are a row's block; absent without blocks. */
  readonly blockWords?: readonly (readonly number[])[];
  /** The nominal point: as given, else mean, mode of a Triangular, or middle level. */
  readonly nominal: () => readonly Cell[];
}

/** What a method decides: how many rows, and each variable's cells in them. */
export interface DesignPoints {
  readonly rowCount: number;
  readonly notes?: readonly string[];
  /** Number of blocks of equal size of the rows, one after the other. */
  readonly blocks?: number;
  readonly blockWords?: Design['blockWords'];
  /** Writes probabilities of rows `start ..` into `target`, for points that were made in the unit cube. */
  readonly unit?: (variable: number, start: number, target: Float64Array) => void;
  /** @param variable its index */
  readonly column: (variable: number, start: number, count: number) => DesignColumn;
}
