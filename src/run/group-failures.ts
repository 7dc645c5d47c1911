import type { RunOutcome } from './run-outcome.ts';

export interface FailureGroup {
  readonly reason: string;
  readonly message: string;
  /** Run numbers, ascending. */
  readonly runs: readonly number[];
  /** The first of them. */
  readonly example: RunOutcome;
}

/** A number with its sign and its power of ten: -0.84, 3e-5. */
const number = /[-+−]?(?:\d[\d.]*|\.\d+)(?:e[-+]?\d+)?/giu;

/** Failed runs that failed alike (reason, exit code and message, its numbers apart), the largest group first. */
export function groupFailures(outcomes: readonly RunOutcome[]): readonly FailureGroup[] {
  const groups = new Map<string, RunOutcome[]>();
  const failed = outcomes
    .filter((outcome) => outcome.status === 'Failed')
    .sort((a, b) => a.run - b.run);
  for (const outcome of failed) {
    // Exit codes are kinds of failure; other numbers in a message only differ between runs.
    const key = `${outcome.reason ?? ''} ${outcome.exitCode ?? ''} ${(outcome.message ?? '').replace(number, '#')}`;
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  return [...groups.values()]
    .flatMap(([example, ...others]) =>
      example === undefined
        ? []
        : [
            {
              reason: example.reason ?? 'unknown',
              message: example.message ?? '',
              runs: [example, ...others].map((outcome) => outcome.run),
              example,
            },
          ],
    )
    .sort((a, b) => b.runs.length - a.runs.length);
}
