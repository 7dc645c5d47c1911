/** What every activity needs around it: a beat while it works, cancellation on to its calls, failures that Temporal understands. */
import { Context } from '@temporalio/activity';
import { toApplicationFailure } from './application-failure.ts';

/** How often an activity beats; the SDK sends on what the heartbeat timeout needs. */
const beatMs = 500;

/** What an activity is given beside its input. */
export interface ActivityRun {
  /** Aborts when the activity is cancelled or its worker shuts down. */
  readonly signal: AbortSignal;
  /** 1 on the first try. */
  readonly attempt: number;
  /** Sets what the next beats carry: progress for the reader, seen in the Temporal UI and by `doeflow watch`. */
  show(details: unknown): void;
}

/** Wraps one activity function. */
export function asActivity<Input, Output>(
  work: (input: Input, run: ActivityRun) => Promise<Output>,
): (input: Input) => Promise<Output> {
  return async (input) => {
    const context = Context.current();
    let details: unknown;
    const beat = setInterval(() => context.heartbeat(details), beatMs);
    try {
      return await work(input, {
        signal: context.cancellationSignal,
        attempt: context.info.attempt,
        show: (shown) => {
          details = shown;
        },
      });
    } catch (error) {
      if (context.cancellationSignal.aborted) await context.cancelled;
      throw toApplicationFailure(error);
    } finally {
      clearInterval(beat);
    }
  };
}
