/** What of a plan needn't be run, as finished runs of the store stand for it. */
import { chooseFinishedRuns } from '../../store/index.ts';
import { keysByRun, runsOfPlan } from '../../study-file/index.ts';
import { cutRest } from '../../study/cut-rest.ts';
import type { Plan } from '../../study/plan.ts';
import type { CommandContext } from '../context.ts';
import { openOwnStoreIfMade } from '../engine/open-own-store.ts';
import type { LoadedPlan } from '../load-plan.ts';
import { keyStudyFile } from '../studies/keyed-study.ts';

/** A plan with what needn't be run of it. */
export interface PlanWithReuse {
  /** Its jobs are those that would run. */
  readonly plan: Plan;
  /** Absent for a study that is to run all. */
  readonly reused?: ReusableRuns;
}

/** The runs that a start would reuse now at most: as far as their files are as they were collected, and have what the study reads. */
export interface ReusableRuns {
  readonly runs: number;
  /** How many come from which study, the most first. */
  readonly from: readonly { readonly studyId: string; readonly runs: number }[];
}

/** The plan as a start would run it now. */
export async function planWithReuse(
  context: CommandContext,
  { loaded, plan }: Pick<LoadedPlan, 'loaded' | 'plan'>,
): Promise<PlanWithReuse> {
  const { study } = loaded;
  if (study.execution.reuse !== true) return { plan };
  const store = await openOwnStoreIfMade(context);
  if (store === undefined) return { plan, reused: { runs: 0, from: [] } };
  const { keysOfRuns } = await keyStudyFile(context, { loaded, plan });
  const keys = await keysByRun(keysOfRuns(runsOfPlan(plan)));
  const chosen = await chooseFinishedRuns(store, { keys });
  const runs = new Set(chosen.map(({ run }) => run));
  const counts = new Map<string, number>();
  for (const { from } of chosen) counts.set(from.studyId, (counts.get(from.studyId) ?? 0) + 1);
  const from = [...counts].map(([studyId, count]) => ({ studyId, runs: count }));
  return {
    plan: cutRest(plan, study, (run) => runs.has(run)),
    reused: { runs: runs.size, from: from.sort((a, b) => b.runs - a.runs) },
  };
}

/** Such as `up to 500 of 600 runs, of beam-20260101-120000 (500), …`: what a person reads before they pay. */
export function reusedWords({ runs, from }: ReusableRuns, total: number): string {
  const named = from.slice(0, 3).map(({ studyId, runs: count }) => `${studyId} (${count})`);
  const studies = `${named.join(', ')}${from.length > 3 ? ', …' : ''}`;
  return runs === 0
    ? 'none: no finished run of the store has the key of one of these'
    : `up to ${runs} of ${total} runs, of ${studies}, as far as their kept files are whole and have every output of this study; hours and price are for the others`;
}
