/** Runs that had ended, and that amendments have run again. */
import { mayRunAgain, spendOn, spentBefore } from '../../src/run/attempts.ts';
import type { PlanRetryInput } from '../../src/run/activity-contract.ts';
import { reasonOf, type RunOutcome } from '../../src/run/run-outcome.ts';
import { hasToRun, notDoneAnew, type RunAgain } from '../../src/run/not-done-anew.ts';
import type { SpecRun } from '../../src/run/spec-run.ts';
import { readAskedAgain, type DocumentFolder } from '../../src/store/index.ts';

/** As a further job takes them. */
export type ChosenAgain = Omit<SpecRun, 'platformRun'>;

/**
 * Those that a retry chooses: all that have yet to run, for what amendments ask for; those whose new attempt was stopped, or may run again by
 * itself, as any other run.
 */
export async function chooseAskedAgain(
  folder: DocumentFolder,
  outcomes: readonly (readonly RunOutcome[])[],
  request: PlanRetryInput['request'],
  retries: Parameters<typeof mayRunAgain>[2],
): Promise<readonly ChosenAgain[]> {
  if (request !== undefined && request.runs !== 'added' && request.runs !== 'stopped') return [];
  const left = notDoneAnew(await readAskedAgain(folder), outcomes);
  const attempts = outcomes.flat();
  return left.filter((one) => isMeant(one, request, retries)).map((one) => describe(one, attempts));
}

function isMeant(
  one: RunAgain,
  request: PlanRetryInput['request'],
  retries: Parameters<typeof mayRunAgain>[2],
): boolean {
  if (request?.runs === 'added') return hasToRun(one);
  const latest = one.tries.at(-1);
  // One that had failed is no other than the runs that fail for the first time.
  if (latest === undefined || one.stands?.status !== 'Done') return false;
  if (request?.runs === 'stopped')
    return reasonOf(latest) === 'stopped' && request.ofJobs.includes(latest.jobNumber);
  return mayRunAgain(latest, spentBefore(latest, one.tries), retries);
}

/** What the attempts with the files of before had spent doesn't count for one that is done. */
function describe({ run, stands, tries }: RunAgain, all: readonly RunOutcome[]): ChosenAgain {
  const own = all.filter((one) => one.run === run);
  const attempt = Math.max(0, ...own.map((one) => one.attempt)) + 1;
  if (stands === undefined) return { run, attempt, spent: {} };
  if (stands.status === 'Done')
    return { run, attempt, done: true, spent: tries.reduce(spendOn, {}) };
  const reason = reasonOf(stands) ?? 'job-failed';
  return { run, attempt, reason, spent: spendOn(spentBefore(stands, own), stands) };
}
