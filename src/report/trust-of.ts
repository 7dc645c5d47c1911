import type { EstimatorName } from '../analysis/index.ts';
import type { FigureTrust } from './report.ts';
import type { ReportSummary } from './report-input.ts';

/** What the summary says of the results that a figure shows: of these estimators, and of this response where one is named. */
export function trustOf(
  { estimators }: ReportSummary,
  names: readonly EstimatorName[],
  response?: string,
): readonly FigureTrust[] {
  return estimators
    .filter((one) => names.includes(one.estimator))
    .filter((one) => response === undefined || one.response === response)
    .map(({ estimator, response: of, case: caseNumber, trust, reasons }) => ({
      estimator,
      response: of,
      ...(caseNumber === undefined ? {} : { case: caseNumber }),
      trust,
      reasons,
    }));
}
