/** Runs whose programs ended well, and that failed in an expression of the study alone: to run them again is to pay for the same. */
import type { RunOutcome } from '../run/run-outcome.ts';

/** True for a run that another try would hardly help. */
export function failedInExpression({ status, reason }: RunOutcome): boolean {
  return status === 'Failed' && reason === 'expression';
}

/** What is said of them; the same text however many there are. */
export function noteFailedExpressions(outcomes: Iterable<RunOutcome>): readonly string[] {
  const messages = new Set(
    [...outcomes].filter(failedInExpression).map(({ message = '' }) => message),
  );
  return [...messages].map(
    (message) =>
      `some runs failed only as an expression has no value for their outputs (${message}): their programs ended well and their outputs are in the results, so a retry would pay for the same again. Mend the expression, such as by a condition for that case: doeflow amend has the outputs read anew by it, without a run`,
  );
}
