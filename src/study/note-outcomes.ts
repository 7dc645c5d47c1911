/** What is said wherever a study's results are shown: that they may mean nothing, or are made of different things. */
import { noteMixedFiles } from '../run/revision-of.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import { noteEqualResponses } from './equal-responses.ts';
import { noteMissingResponses } from './missing-responses.ts';
import type { Study } from './study.ts';

/** @param outcomes those that count, one a run */
export function noteOutcomes(
  outcomes: Iterable<RunOutcome>,
  study: Pick<Study, 'variables' | 'design'>,
): readonly string[] {
  const all = [...outcomes];
  return [
    ...noteEqualResponses(all, study),
    ...noteMissingResponses(all, study),
    ...noteMixedFiles(all),
  ];
}
