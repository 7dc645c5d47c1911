/** What is doubtful about the responses of a study as a whole, though each of its runs is done. */
import type { RunOutcome } from '../run/run-outcome.ts';
import { noteEqualResponses } from './equal-responses.ts';
import { noteMissingResponses } from './missing-responses.ts';
import type { Study } from './study.ts';

/** What is said of them, for whoever watches or reads the results. */
export function noteResponses(
  outcomes: Iterable<RunOutcome>,
  study: Pick<Study, 'variables' | 'design'>,
): readonly string[] {
  const all = [...outcomes];
  return [...noteEqualResponses(all, study), ...noteMissingResponses(all, study)];
}
