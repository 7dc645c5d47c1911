import {
  ApplicationFailure,
  CancellationScope,
  ChildWorkflowFailure,
  TemporalFailure,
} from '@temporalio/workflow';
import { passHeld, type PassResult, type PassTarget } from '../../src/run/archive-contract.ts';
import { applicationFailureOf, lossOf } from '../failures.ts';

/** What to throw for a pass that ended before its time: why, what is kept, what comes next. A fault of the code is thrown as it is, and waits for a mended worker. */
export function endPass({ archive, passTime }: PassTarget, error: unknown): unknown {
  if (!(error instanceof TemporalFailure)) return error;
  // Of the one writer, which has said all of this already.
  const told = error instanceof ChildWorkflowFailure ? error.cause : undefined;
  if (told instanceof ApplicationFailure)
    return ApplicationFailure.nonRetryable(told.message, told.type);
  return ApplicationFailure.nonRetryable(
    `The pass ${passTime} of archive ${archive} ended before its time: ${lossOf(error)}. What it archived and proved is kept, and nothing unproven was deleted; the next pass continues`,
    applicationFailureOf(error)?.type ?? 'ARCHIVE_PASS_ENDED',
  );
}

/**
 * Why one part of a pass was lost, in a few words, where the pass goes on without it.
 * @throws the error itself where the pass as a whole is cancelled, and faults of the code
 */
export function passOver(error: unknown): string {
  if (!(error instanceof TemporalFailure) || CancellationScope.current().consideredCancelled) {
    throw error;
  }
  return lossOf(error);
}

/** Why nothing may be done, where an activity said that the archive is paused or was deleted. */
export function whyHeld(error: unknown): string | undefined {
  const failure = applicationFailureOf(error);
  return failure?.type === passHeld ? failure.message : undefined;
}

/** The result of a pass that did nothing. */
export function skippedPass({ archive, passTime }: PassTarget, reason: string): PassResult {
  const nothing = { jobs: 0, files: 0, bytes: 0, failed: 0 };
  const counts = { archived: nothing, proven: nothing, deleted: nothing, awaitingApproval: 0 };
  return { archive, passTime, outcome: 'skipped', ...counts, notes: [reason] };
}
