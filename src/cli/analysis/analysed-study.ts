import type { AnalysedStudy } from '../../analysis/index.ts';
import type { analyseTable, StudyFacts } from '../../summary/index.ts';

/** Results that were analysed, from wherever they came. */
export interface AnalysedResults {
  readonly study: AnalysedStudy;
  readonly analysis: ReturnType<typeof analyseTable>;
  readonly standing: StudyFacts;
  /** Remarks for people. */
  readonly notes: readonly string[];
}
