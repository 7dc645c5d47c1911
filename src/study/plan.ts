/**
 * What a study will run, as plain data: the plan's small summary and the streaming view of its rows.
 * Rows are numbered 1..N for the life of the study; the nominal run, if any, is number 0 and comes first.
 */
import type { StringTable } from './string-table.ts';
import type { Cell } from '../design/cell.ts';
import type { Study } from './study.ts';

/** A block of runs in columns; every column has `runNumbers.length` entries. */
export interface RunBlock {
  readonly runNumbers: readonly number[];
  /** One per input column of {@link Plan.columns}, in that order. */
  readonly columns: readonly (readonly Cell[] | Float64Array)[];
}

/** One planned platform job: the runs `firstRun..lastRun` (run 0 belongs to the first job). */
export interface PlannedJob {
  /** 1.. */
  readonly jobNumber: number;
  readonly firstRun: number;
  readonly lastRun: number;
  /** True when the job's runs are a full product of rows and cases, so that it carries a case file. */
  readonly usesCaseFile: boolean;
  /** What the platform's `expectedRuns` must say. */
  readonly expectedRuns: number;
}

/** What a plan's rows can be made of again, such as on another thread. */
export interface PlanOrigin {
  readonly study: Study;
  /** As in its planning. */
  readonly tables: ReadonlyMap<string, StringTable>;
  /** Position of the first row in the plan of that study. */
  readonly from: number;
}

/** The plan of a study. Pure: the same study file, files and seed give the same plan, byte for byte. */
export interface Plan {
  /** Runs without the nominal one. */
  readonly runCount: number;
  readonly includesNominalRun: boolean;
  /** Param rows x cases x replicates = runCount. */
  readonly rows: number;
  readonly cases: number;
  readonly replicates: number;
  /** Where the design grew: rows of its beginning and of each step, rows in all; runs of a step come after all runs before it. */
  readonly stages?: readonly number[];
  /** Names of the input columns in variable order: Param, Design and Case. */
  readonly columns: readonly string[];
  /** Which of {@link columns} are Case variables. */
  readonly caseColumns: readonly string[];
  readonly jobs: readonly PlannedJob[];
  /** Points that `where` refused, and how many were looked at in their place; absent where it refused none. */
  readonly refused?: { readonly where: string; readonly points: number; readonly tried: number };
  /** Sentences for the reader: a default seed, replaced rows, rounding. */
  readonly notes: readonly string[];
  /** Absent where rows cost more to make again than to hand over: a table of the user's, or replaced rows. */
  readonly origin?: PlanOrigin;
  /**
   * Rows `start .. start+count-1` of the study's runs in the order nominal (if any), 1, 2, …; computed on demand, in any order,
   * with memory in proportion to `count`.
   */
  block(start: number, count: number): RunBlock;
}
