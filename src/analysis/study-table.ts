import type { Cell } from '../design/cell.ts';
import { designMethods, type RowStructure } from '../design/index.ts';
import type { DesignMethod } from '../design/design-settings.ts';
import type { AbsenceReason } from '../run/absent-runs.ts';
import type { StatisticsSettings } from '../study/study.ts';
import type { InputDistribution } from './chaos/polynomial-families.ts';

/** One column of a study's results. */
export interface StudyColumn {
  readonly name: string;
  readonly role: 'input' | 'output' | 'constraint' | 'objective' | 'case';
  /** One entry per run; NaN where the run gave none. */
  readonly values: Float64Array | readonly Cell[];
}

/** A study's results in columns, one entry per run in the order of the run numbers 1 .. N, the nominal run left out. */
export interface StudyTable {
  readonly columns: readonly StudyColumn[];
  /** Whether the run is done and counts. */
  readonly accepted: readonly boolean[] | Uint8Array;
  /** Why each run that doesn't count has no result; absent where all count, or nobody says. */
  readonly absences?: readonly (AbsenceReason | undefined)[];
  /** Runs that the design has, where the table has more or fewer. */
  readonly plannedRuns?: number;
  /** What is known of the runs besides and makes their statistics doubtful, in sentences; absent for none. */
  readonly doubts?: readonly string[];
}

/** What the rows are to each other, where an estimator has to know. */
export interface StudyStructure {
  readonly method: DesignMethod;
  readonly options: Readonly<Record<string, unknown>>;
  /** Seeds the bootstrap. */
  readonly seed: number;
  /** Names of the variables that the design drew, in order, without derived ones. */
  readonly variables: readonly string[];
  /** Names of inputs that follow from others. */
  readonly derived?: readonly string[];
  /** Products of inputs at two levels, of which the signs together are the block that a row was run in. */
  readonly blockWords?: readonly (readonly string[])[];
  /** Runs per row, one per case, next to each other. Default: 1. */
  readonly cases?: number;
  /** How often each row runs. Default: 1. */
  readonly replicates?: number;
  /** Of the objectives, by name. Default: minimize. */
  readonly goals?: Readonly<Record<string, 'minimize' | 'maximize'>>;
  /** Distributions of the drawn variables by name; those of a table have none. */
  readonly distributions?: Readonly<Record<string, InputDistribution>>;
  /** Patterns that round the values of drawn variables, by name. */
  readonly formats?: Readonly<Record<string, string>>;
  /** Why drawn variables aren't independent, such as `design.where`; absent where they are. */
  readonly dependence?: string;
  /** Rows of a table in which `design.where` doesn't hold; absent where it does in all. */
  readonly outside?: { readonly where: string; readonly rows: number; readonly total: number };
  /** What is asked for besides. */
  readonly settings?: StatisticsSettings;
}

/** A column of numbers. */
export interface NumericColumn {
  readonly name: string;
  readonly values: Float64Array;
}

/** What the rows of the study's design form together; undefined where nothing is known of the design. */
export function rowStructureOf(structure: StudyStructure | undefined): RowStructure | undefined {
  return structure && designMethods[structure.method].structure;
}

/** The values as numbers, or undefined for a column that holds texts. */
export function numbersOf(values: Float64Array | readonly Cell[]): Float64Array | undefined {
  if (values instanceof Float64Array) return values;
  return values.every((cell) => typeof cell === 'number') ? Float64Array.from(values) : undefined;
}
