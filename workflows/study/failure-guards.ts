/** The guards of a study: what they see in its failures. Pure. */
import type { PlanSummary } from '../../src/run/plan-summary.ts';
import { joinStreaks, noStreaks, type RunStreaks } from '../../src/run/run-streaks.ts';

/** What guards look at. */
export interface GuardedStudy {
  readonly plan: Pick<PlanSummary, 'guards' | 'canary'>;
  /** Of the ended jobs. */
  readonly ended: RunStreaks;
  /** Of the jobs in flight, by job number. */
  readonly executing: readonly (readonly [jobNumber: number, streaks: RunStreaks])[];
  readonly canaryFailed: boolean;
}

/** A guard that acts. */
export interface Trip {
  readonly guard: 'canary' | 'failFast' | 'maxConsecutiveFailedRuns';
  /** What it saw, as a part of a sentence. */
  readonly why: string;
}

/** Which guard acts now; undefined where none does. */
export function findTrip({ plan, ended, executing, canaryFailed }: GuardedStudy): Trip | undefined {
  if (canaryFailed) {
    return { guard: 'canary', why: `none of the ${plan.canary ?? 0} runs of the canary is done` };
  }
  const { failFast = 0, maxConsecutiveFailedRuns: most = Infinity } = plan.guards ?? {};
  const isBroken = ({ done, failed }: RunStreaks): boolean =>
    failFast > 0 && done === 0 && failed >= failFast;
  const broken = executing.find(([, streaks]) => isBroken(streaks));
  if (broken !== undefined) {
    const [jobNumber, { failed }] = broken;
    return { guard: 'failFast', why: allFailed(failed, failFast, ` of job ${jobNumber}`) };
  }
  const all = executing.map(([, streaks]) => streaks).reduce(joinStreaks, ended);
  if (isBroken(all)) return { guard: 'failFast', why: allFailed(all.failed, failFast) };
  const inRow = Math.max(
    ...[noStreaks, ...executing.map(([, streaks]) => streaks)].map(
      (streaks) => joinStreaks(ended, streaks).failedInRow,
    ),
  );
  return inRow > most
    ? { guard: 'maxConsecutiveFailedRuns', why: `${inRow} runs failed in a row` }
    : undefined;
}

/** Of failures that came at once the limit's own number, and how many runs failed after them: the reader knows the limit. */
function allFailed(failed: number, limit: number, ofJob = ''): string {
  const more = failed > limit ? `, and ${failed - limit} more after them` : '';
  return `all of the first ${limit} runs${ofJob} failed${more}`;
}
