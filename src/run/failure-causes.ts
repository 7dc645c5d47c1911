/** Why runs failed, for people. */
import { groupFailures } from './group-failures.ts';
import { mergeOutcomes, type RunOutcome } from './run-outcome.ts';
import { endedStateOf } from './run-state.ts';

/** Failed runs of one cause. */
export interface FailureCause {
  readonly reason: string;
  readonly message: string;
  readonly runs: number;
  /** A run that failed so. */
  readonly example: number;
  /** Whether these runs are being run again: the cause may be mended. */
  readonly retried?: true;
}

/** Why the latest attempts failed, the most frequent cause first; behind them those of runs that are being run again. What was stopped has not failed. */
export function causesOf(
  attempts: Parameters<typeof mergeOutcomes>[0],
  underWay: ReadonlyMap<number, number> = new Map(),
): readonly FailureCause[] {
  const outcomes = [...mergeOutcomes(attempts).values()].filter(
    (outcome) => endedStateOf(outcome) === 'Failed',
  );
  const isRunAgain = ({ run, jobNumber }: RunOutcome): boolean =>
    (underWay.get(run) ?? jobNumber) > jobNumber;
  const causes = (runsAgain: boolean) =>
    groupFailures(outcomes.filter((outcome) => isRunAgain(outcome) === runsAgain)).map(
      ({ reason, message, runs, example }): FailureCause => ({
        ...{ reason, message, runs: runs.length, example: example.run },
        ...(runsAgain && { retried: true }),
      }),
    );
  return [...causes(false), ...causes(true)];
}

/** `10x exit-code: the command ended with exit code 3 (such as run 4)`; of runs that are being run again, that it is an earlier failure. */
export function causeWords({ runs, reason, message, example, retried }: FailureCause): string {
  const words = `${runs}x ${reason}: ${message} (such as run ${example})`;
  return retried === true ? `being run again, failed before: ${words}` : words;
}
