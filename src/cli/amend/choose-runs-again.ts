/** Runs that have ended, and that an amendment is to have run again. */
import { mergeOutcomes } from '../../run/run-outcome.ts';
import { revisionOf } from '../../run/first-revision.ts';
import { hasToRun, notDoneAnew } from '../../run/not-done-anew.ts';
import { readAskedAgain, readAttempts, type DocumentFolder } from '../../store/index.ts';
import type { RefusedSetting } from '../../study/amend/compare-study.ts';
import type { PlannedStoredStudy } from '../studies/open-stored-study.ts';
import { readRunsUnderWay } from '../watch/runs-repeated.ts';
import { rangesOf } from './ranges-of.ts';
import { runsWhere } from './runs-where.ts';

/** Which runs, as the command line says it. */
export interface AgainOptions {
  readonly rerun?: readonly number[];
  /** An expression over the columns of the results. */
  readonly rerunWhere?: string;
}

/** How the study changes otherwise. */
export interface ChangeOfStudy {
  /** The revision that it stands at. */
  readonly newest: number;
  /** Nothing else differs. */
  readonly isEqual: boolean;
  /** How runs are made does, or what is kept of them. */
  readonly changesHow: boolean;
}

/** Runs that were chosen, in order. */
export interface RunsAgain {
  /** Without those that run again, or have, by the same amendment. */
  readonly runs: readonly number[];
  readonly refused: readonly RefusedSetting[];
}

/** Chooses them by number or by their results; those that execute or haven't run are refused by name. */
export async function chooseRunsAgain(
  folder: DocumentFolder,
  stands: PlannedStoredStudy,
  { rerun, rerunWhere }: AgainOptions,
  change: ChangeOfStudy,
): Promise<RunsAgain> {
  if (rerun === undefined && rerunWhere === undefined) return { runs: [], refused: [] };
  const attempts = await readAttempts(folder);
  const outcomes = mergeOutcomes(attempts);
  const underWay =
    stands.ended === undefined ? await readRunsUnderWay(folder) : new Map<number, number>();
  const asked = await readAskedAgain(folder);
  const left = new Map(notDoneAnew(asked, attempts).map((one) => [one.run, one]));
  const named =
    rerun ??
    (await runsWhere(stands, attempts, rerunWhere ?? '')).filter((run) => outcomes.has(run));
  const meant = named.filter((run) => {
    if (!change.isEqual || asked.get(run)?.includes(change.newest) !== true) return true;
    const own = left.get(run);
    return own !== undefined && !hasToRun(own);
  });
  const why = (run: number): keyof typeof reasons | undefined => {
    const outcome = outcomes.get(run);
    if (underWay.has(run)) return 'underWay';
    if (outcome === undefined || run < 1) return 'notEnded';
    const isOfNewest = revisionOf(outcome) >= change.newest;
    return isOfNewest && !change.changesHow && !left.has(run) ? 'ranSo' : undefined;
  };
  const refused = (Object.keys(reasons) as (keyof typeof reasons)[]).flatMap((reason) => {
    const runs = meant.filter((run) => why(run) === reason);
    return runs.length === 0
      ? []
      : [{ words: `run again: ${rangesOf(runs)}`, why: reasons[reason] }];
  });
  if (named.length === 0) {
    const words = `run again: where ${rerunWhere ?? ''}`;
    return { runs: [], refused: [{ words, why: 'no run that has ended is one of them' }] };
  }
  return { runs: meant.filter((run) => why(run) === undefined), refused };
}

const reasons = {
  underWay: 'a job that has not ended has them: wait for its end',
  notEnded: 'they have not run: planned runs run as amended anyway',
  ranSo:
    'they ran with these files already, and neither how runs are made nor their outputs change',
} as const;
