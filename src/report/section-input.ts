import type { StudyColumn } from '../analysis/index.ts';
import type { PageRuns, Section } from './report.ts';
import type { ReportInput } from './report-input.ts';

/** What sections are made of: the study's results, and views of them that many need. */
export interface SectionInput extends ReportInput {
  readonly runs: PageRuns;
  readonly titleOf: (name: string) => string;
  /** Inputs and cases. */
  readonly inputs: readonly StudyColumn[];
  /** Inputs of numbers that vary. */
  readonly numericInputs: readonly NumericStudyColumn[];
  /** Outputs and objectives of numbers, NaN where a run doesn't count. */
  readonly responses: readonly NumericStudyColumn[];
}

export interface NumericStudyColumn {
  readonly name: string;
  readonly values: Float64Array;
}

/** Makes one section of a report; one that has nothing to show says why. */
export type MakeSection = (input: SectionInput) => Section;
