/** Patterns of `collect` that could not be searched for in time. */
import type { RunOutcome } from './run-outcome.ts';

/** @returns one sentence for each such pattern, with the number of runs; none where all were searched for */
export function noteUncollected(outcomes: Iterable<RunOutcome>): readonly string[] {
  const runs = new Map<string, number>();
  for (const { uncollected = [] } of outcomes) {
    for (const pattern of uncollected) runs.set(pattern, (runs.get(pattern) ?? 0) + 1);
  }
  return [...runs].map(
    ([pattern, count]) =>
      `job.collect: "${pattern}" was given up for ${count === 1 ? '1 run' : `${count} runs`}, as it took more than 1 s to compare it with the names of a run's files; what it names was not kept. Write it with fewer * and **`,
  );
}
