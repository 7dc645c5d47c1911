/** What is said of a retry's choice: which runs that were asked for aren't in it, and why. */
import type { PlanRetryInput } from '../../src/run/activity-contract.ts';

/** The sentences as one note; none where there are none. */
export function noteOf(...sentences: readonly (string | undefined)[]): { readonly note?: string } {
  const told = sentences.filter((sentence) => sentence !== undefined);
  return told.length === 0 ? {} : { note: told.join('. ') };
}

/** Of runs that were asked for by number and haven’t failed. */
export function sentencePassedOver(
  request: PlanRetryInput['request'],
  wanted: ReadonlySet<number>,
): string | undefined {
  if (request === undefined || typeof request.runs === 'string') return undefined;
  const others = request.runs.filter((run) => !wanted.has(run));
  if (others.length === 0) return undefined;
  return `Not run again, as only failed runs are: ${listOf(others)}`;
}

/** Of runs that failed after their owner had asked. */
export function sentenceOfLater(
  studyId: string,
  runs: readonly number[],
  askedAt: Date | undefined,
): string | undefined {
  if (runs.length === 0 || askedAt === undefined) return undefined;
  return `Not run again, as they failed after that was asked for (${askedAt.toISOString()}): ${listOf(runs)}. To run them again too: doeflow retry ${studyId} --failed`;
}

type NumberedRuns = readonly { readonly run: number }[];

/** What goes ahead, and which of the runs that were asked for wait for it. */
export function sentenceOfCanary(
  jobNumber: number,
  chosen: NumberedRuns,
  held: NumberedRuns,
): string | undefined {
  const ahead =
    chosen.length === 0
      ? undefined
      : `As none of the canary's runs is done, they go ahead alone, as job ${jobNumber}: what has not run follows once one is done`;
  if (held.length === 0) return ahead;
  const numbers = listOf(held.map(({ run }) => run));
  const left = `Not run again, as none of the canary's runs is done: ${numbers}. Ask for them again once one is`;
  return ahead === undefined ? left : `${ahead}. ${left}`;
}

/** The first ten. */
export function listOf(runs: readonly number[]): string {
  return `${runs.slice(0, 10).join(', ')}${runs.length > 10 ? ', …' : ''}`;
}
