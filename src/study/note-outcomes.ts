/** What is said wherever a study's results are shown: that they may mean nothing, or are made of different things. */
import { noteNominal } from '../run/note-nominal.ts';
import { noteMixedFiles } from '../run/revision-of.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import { noteEchoedInputs } from './echoed-inputs.ts';
import { noteEqualResponses } from './equal-responses.ts';
import { noteFailedExpressions } from './failed-expressions.ts';
import { noteMissingResponses } from './missing-responses.ts';
import type { Plan } from './plan.ts';
import type { Study } from './study.ts';

/**
 * @param outcomes those that count, one a run
 * @param plan where it is at hand: outputs are compared with the inputs of their runs
 */
export function noteOutcomes(
  outcomes: Iterable<RunOutcome>,
  study: Pick<Study, 'variables' | 'design'>,
  plan?: Plan,
): readonly string[] {
  const all = [...outcomes];
  return [
    ...noteNominal(all),
    ...noteEqualResponses(all, study),
    ...noteMissingResponses(all, study),
    ...(plan === undefined ? [] : noteEchoedInputs(all, study, plan)),
    ...noteFailedExpressions(all),
    ...noteMixedFiles(all),
  ];
}
