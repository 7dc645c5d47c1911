import {
  structureOfStudy,
  summariseStudy,
  type AnalysedStudy,
  type StudyStructure,
  type StudySummary,
  type StudyTable,
} from '../analysis/index.ts';
import type { FindingFacts } from '../study/finding-values.ts';
import type { ComputedFindings } from '../store/index.ts';
import { computeFindings } from './compute-findings.ts';

/**
 * All that a study's results mean: at a study's end and for `doeflow analyze` alike, so that both say the same.
 * @param structure where the table's rows differ from those that the study would plan
 * @param facts what findings take from elsewhere than the table
 */
export function analyseTable(
  study: AnalysedStudy,
  table: StudyTable,
  structure: StudyStructure = structureOfStudy(study),
  facts: FindingFacts = {},
): { readonly statistics: StudySummary; readonly findings: ComputedFindings } {
  return {
    statistics: summariseStudy(table, structure),
    findings: computeFindings(study, table, facts),
  };
}
