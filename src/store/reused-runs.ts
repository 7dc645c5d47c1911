/** Runs of a study that needn't be run, as finished runs of other studies stand for them: their outcomes are those of job 0, which no platform has. */
import type { RunOutcome } from '../run/run-outcome.ts';
import { cutRest } from '../study/cut-rest.ts';
import type { Plan } from '../study/plan.ts';
import type { Study } from '../study/study.ts';
import type { DocumentFolder } from '../objects/index.ts';
import { layout } from './layout.ts';
import type { Sharing } from './schemas/run-keys.ts';

/** The number under which the outcomes of reused runs are kept; jobs are numbered from 1. */
export const reusedJobNumber = 0;

/** What the reused runs of a study are; undefined while that isn't decided. */
export function findReusedOutcomes(
  folder: DocumentFolder,
): Promise<readonly RunOutcome[] | undefined> {
  return folder.find(layout.outcomes(reusedJobNumber));
}

/** What a study has left to others since its jobs were cut; nothing for one that runs all. */
export async function readSharing(folder: Pick<DocumentFolder, 'find'>): Promise<Sharing> {
  return (await folder.find(layout.sharing)) ?? { leftOut: [] };
}

/** The plan as the study runs it: without the runs that are reused. Where that isn't decided yet, `isDecided` is false. */
export async function planWithoutReused(
  folder: DocumentFolder,
  study: Study,
  plan: Plan,
): Promise<{ readonly plan: Plan; readonly isDecided: boolean }> {
  const outcomes = await findReusedOutcomes(folder);
  if (outcomes === undefined) return { plan, isDecided: study.execution.reuse !== true };
  const reused = new Set(outcomes.map(({ run }) => run));
  // What another study was to run isn't planned here: where it doesn't, a further job has it.
  for (const one of (await folder.find(layout.reuse)) ?? [])
    if (one.kind === 'awaited') reused.add(one.run);
  return { plan: cutRest(plan, study, (run) => reused.has(run)), isDecided: true };
}
