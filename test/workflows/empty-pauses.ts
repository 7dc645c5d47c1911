/** A study whose guard acts while its last jobs execute, and whose runs all end before these can be stopped. */
import type { Scene } from './story-stage.ts';

const failing = (failed: number) => ({
  ...{ done: 0, failed, failedFirst: failed, failedLast: failed, failedInRow: failed },
});
const failures = (count: number) => [{ reason: 'exit-code', count }] as const;

/** @param name also its study id */
export function pausedInVain(name: string): Scene {
  return {
    name,
    script: {
      endless: true,
      plan: { jobs: 2, runCount: 20, guards: { failFast: 5 }, maxFailedRuns: 40 },
      collectEnded: (jobNumber) => {
        const failed = jobNumber === 1 ? 5 : 0;
        const change = { done: 0, failed, failures: failures(failed) };
        return { ...{ runs: failed, change, retryable: 0 }, streaks: failing(failed) };
      },
      collect: () => ({
        change: { done: 0, failed: 10, failures: failures(10) },
        streaks: failing(10),
      }),
    },
  };
}
