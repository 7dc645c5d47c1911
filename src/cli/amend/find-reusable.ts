/** Runs that an amendment adds or changes, and that finished runs of other studies may stand for. */
import {
  chooseFinishedRuns,
  findReusedOutcomes,
  nameOfRun,
  type Store,
} from '../../store/index.ts';
import { runsOfJob } from '../../study/partial-job.ts';
import type { Plan } from '../../study/plan.ts';
import type { ReusableRuns } from '../plan/plan-with-reuse.ts';
import type { PlannedStoredStudy } from '../studies/open-stored-study.ts';
import { readAmendedKeys } from './amended-keys.ts';
import type { ChangedStudy } from './read-changed.ts';

/** How many of them there are at most, and of which studies. */
export interface ReusableByAmendment extends ReusableRuns {
  /** Among them: runs that are added, or brought back. */
  readonly further: number;
  /** Further and changed runs in all. */
  readonly total: number;
}

/** Looks for them among the finished runs of the store, as the study does once it is amended; undefined for a study that runs all itself. */
export async function findReusable(
  store: Store,
  stands: PlannedStoredStudy,
  amended: ChangedStudy,
  {
    added,
    left,
    back,
  }: {
    readonly added: { readonly first: number; readonly last: number } | undefined;
    /** Planned jobs that would run as amended. */
    readonly left: Plan['jobs'];
    /** Runs that are brought back. */
    readonly back: readonly number[];
  },
): Promise<ReusableByAmendment | undefined> {
  const { studyId, study } = stands;
  if (study.execution.reuse !== true) return undefined;
  const planned = left.flatMap((job) => runsOfJob(job));
  const { first, last } = added ?? { first: 1, last: 0 };
  const grown = Array.from({ length: last + 1 - first }, (_, index) => first + index);
  const further = new Set([...back, ...grown]);
  const keysOf = await readAmendedKeys(stands, amended);
  const before = await keysOf.before(planned);
  const all = await keysOf.after([...planned, ...further]);
  // What doesn't change is run as it was decided.
  const keys = new Map([...all].filter(([run, key]) => before.get(run) !== key));
  const reused = (await findReusedOutcomes(store.study(studyId))) ?? [];
  const used = new Set(
    reused.flatMap(({ reusedFrom }) => (reusedFrom === undefined ? [] : [nameOfRun(reusedFrom)])),
  );
  const chosen = await chooseFinishedRuns(store, {
    ...{ keys, besides: studyId },
    isOut: (from) => used.has(nameOfRun(from)),
  });
  const counts = new Map<string, number>();
  for (const { from } of chosen) counts.set(from.studyId, (counts.get(from.studyId) ?? 0) + 1);
  return {
    ...{ runs: chosen.length, total: keys.size },
    further: chosen.filter(({ run }) => further.has(run)).length,
    from: [...counts]
      .map(([source, count]) => ({ studyId: source, runs: count }))
      .sort((a, b) => b.runs - a.runs),
  };
}
