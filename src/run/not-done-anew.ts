/** Runs that their owner had run again, though they had ended, as they amended the study. Pure. */
import { attemptsByRun } from './attempts.ts';
import { mergeOutcomes, reasonOf, type RunOutcome } from './run-outcome.ts';
import { revisionOf } from './first-revision.ts';

/** By run: the revisions with which it was to run again, the oldest first. */
export type AskedAgain = ReadonlyMap<number, readonly number[]>;

/** One of them, as far as it isn't done anew. */
export interface RunAgain {
  readonly run: number;
  /** The newest revision with which it was to run. */
  readonly revision: number;
  /** Attempts with it, or with a later one. */
  readonly tries: readonly RunOutcome[];
  /** The outcome that counts meanwhile; absent for a run that never ended. */
  readonly stands: RunOutcome | undefined;
}

/** Those that aren't done anew, in the order of the runs. */
export function notDoneAnew(
  asked: AskedAgain,
  outcomes: readonly (readonly RunOutcome[])[],
): readonly RunAgain[] {
  const attempts = attemptsByRun(outcomes);
  const standing = mergeOutcomes(outcomes);
  return [...asked]
    .map(([run, revisions]) => {
      const revision = Math.max(...revisions);
      const tries = (attempts.get(run) ?? []).filter((one) => revisionOf(one) >= revision);
      return { run, revision, tries, stands: standing.get(run) };
    })
    .filter(({ tries }) => !tries.some(({ status }) => status === 'Done'))
    .sort((a, b) => a.run - b.run);
}

/** Whether it has yet to run: it never did with that revision, or was kept from it. */
export function hasToRun({ tries }: Pick<RunAgain, 'tries'>): boolean {
  const latest = tries.at(-1);
  const reason = latest && reasonOf(latest);
  return reason === undefined || reason === 'stopped' || reason === 'not-started';
}

/** What is said where runs that are done ran again and failed: their rows are those of before. */
export function noteFailedAnew(outcomes: readonly (readonly RunOutcome[])[]): readonly string[] {
  const standing = mergeOutcomes(outcomes);
  const failed = [...attemptsByRun(outcomes)].flatMap(([run, attempts]) => {
    const kept = standing.get(run);
    const latest = attempts.findLast((one) => kept !== undefined && isLater(one, kept));
    return kept?.status !== 'Done' || latest === undefined ? [] : [{ run, kept, latest }];
  });
  const [example] = failed;
  if (example === undefined) return [];
  const which = failed
    .slice(0, shown)
    .map(({ run }) => run)
    .join(', ');
  const words = `${failed.length === 1 ? '1 run' : `${failed.length} runs`} that ran again failed (${which}${failed.length > shown ? ', …' : ''})`;
  const { run, kept, latest } = example;
  return [
    `${words}: the results keep what was done before, such as for run ${run} that of revision ${revisionOf(kept)}; with revision ${revisionOf(latest)} it failed (${reasonOf(latest) ?? ''})`,
  ];
}

/** Runs that a sentence names. */
const shown = 10;

function isLater(one: RunOutcome, kept: RunOutcome): boolean {
  return one.status !== 'Done' && revisionOf(one) > revisionOf(kept);
}
