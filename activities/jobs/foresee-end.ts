/** When jobs that execute should have ended, by the pace of their runs: until shortly before, nobody needs to ask often whether they have. */
import type { JobHeartbeat } from '../../src/run/activity-contract.ts';

/** What was counted of a job, and when. */
interface Count {
  readonly atMs: number;
  readonly done: number;
}

interface Seen {
  readonly first: Count;
  readonly latest: Count;
}

/** How long until the first of the jobs should end, in milliseconds; undefined where no pace is known. Never negative. */
export type Foresight = (jobs: readonly JobHeartbeat[]) => number | undefined;

/** @param now a clock, in milliseconds */
export function createForesight(now: () => number = () => performance.now()): Foresight {
  const seen = new Map<string, Seen>();
  return (jobs) => {
    const left = jobs.flatMap(({ jobId, runsDone, runsTotal }) => {
      if (runsDone === undefined || runsTotal === undefined) return [];
      const count = { atMs: now(), done: runsDone };
      const before = seen.get(jobId) ?? { first: count, latest: count };
      const latest = before.latest.done === runsDone ? before.latest : count;
      seen.set(jobId, { first: before.first, latest });
      const { first } = before;
      if (latest.done <= first.done) return [];
      const msOfRun = (latest.atMs - first.atMs) / (latest.done - first.done);
      const endMs = latest.atMs + msOfRun * (runsTotal - latest.done);
      return [Math.max(0, endMs - now())];
    });
    return left.length === 0 ? undefined : Math.min(...left);
  };
}
