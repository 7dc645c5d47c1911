/** Planned runs that an amendment withdraws, and withdrawn ones that it brings back. */
import { mergeOutcomes } from '../../run/run-outcome.ts';
import {
  readAttempts,
  readRunsWithJob,
  readWithdrawnRuns,
  type DocumentFolder,
} from '../../store/index.ts';
import { runsOfJob } from '../../study/partial-job.ts';
import type { RefusedSetting } from '../../study/amend/compare-study.ts';
import type { PlannedStoredStudy } from '../studies/open-stored-study.ts';
import { rangesOf } from './ranges-of.ts';
import { runsWhere } from './runs-where.ts';

/** Which runs, as the command line says it. */
export interface WithdrawOptions {
  readonly withdraw?: readonly number[];
  /** An expression over the columns of the results. */
  readonly withdrawWhere?: string;
  readonly bringBack?: readonly number[];
}

/** Runs that were chosen, in order. */
export interface ChosenWithdrawn {
  /** Without those that are withdrawn already. */
  readonly withdraws: readonly number[];
  readonly bringsBack: readonly number[];
  readonly refused: readonly RefusedSetting[];
  /** Runs that the expression is true of and that have begun: they stay as they are. */
  readonly kept: readonly number[];
}

const reasons = {
  unknown: 'the study has no such run',
  nominal: 'all others are compared with the nominal run',
  done: 'they have run',
  withJob: 'a job was made of them already: it runs to its end as it was',
  shared: 'another study runs them, and this one takes them over',
  canary: 'no run of the canary would be left, which goes ahead of all others: leave it one',
  notWithdrawn:
    'no amendment withdrew them; what was not run when a study was stopped: doeflow retry with --failed',
} as const;

type Reason = keyof typeof reasons;

/** Chooses them by number or by their inputs; those that have begun are refused by number, or kept where an expression chose them. */
export async function chooseWithdrawn(
  folder: DocumentFolder,
  stands: PlannedStoredStudy,
  started: PlannedStoredStudy,
  { withdraw, withdrawWhere, bringBack = [] }: WithdrawOptions,
): Promise<ChosenWithdrawn> {
  if (withdraw === undefined && withdrawWhere === undefined && bringBack.length === 0)
    return { withdraws: [], bringsBack: [], refused: [], kept: [] };
  const attempts = await readAttempts(folder);
  const outcomes = mergeOutcomes(attempts);
  const withJob = await readRunsWithJob(folder, started.plan);
  const { now, ever } = await readWithdrawnRuns(folder);
  const ofJobs = new Set(started.plan.jobs.flatMap(runsOfJob));
  const why = (run: number): Reason | undefined => {
    if (run > stands.plan.runCount) return 'unknown';
    if (run < 1) return 'nominal';
    if (outcomes.has(run)) return 'done';
    if (withJob.has(run)) return 'withJob';
    return run <= started.plan.runCount && !ofJobs.has(run) ? 'shared' : undefined;
  };
  const named =
    withdraw ??
    (withdrawWhere === undefined ? [] : await runsWhere(stands, attempts, withdrawWhere));
  const meant = named.filter((run) => !now.has(run) && !bringBack.includes(run));
  const withdraws = meant.filter((run) => why(run) === undefined);
  const others = meant.filter((run) => why(run) !== undefined);
  const isChosen = withdraw === undefined;
  const back = bringBack.filter((run) => now.has(run));
  const refused = [
    ...(isChosen ? [] : refusedBy('withdraw', others, why)),
    ...emptiedCanary(stands, started, withJob, new Set([...ever, ...withdraws]), withdraws),
    ...refusedBy('bring back', bringBack, (run) =>
      now.has(run) || ever.has(run) ? undefined : 'notWithdrawn',
    ),
    ...(withdrawWhere !== undefined && named.length === 0
      ? [{ words: `withdraw: where ${withdrawWhere}`, why: 'no planned run is one of them' }]
      : []),
  ];
  return { withdraws, bringsBack: back, refused, kept: isChosen ? others : [] };
}

function refusedBy(
  what: string,
  runs: readonly number[],
  why: (run: number) => Reason | undefined,
): readonly RefusedSetting[] {
  return (Object.keys(reasons) as Reason[]).flatMap((reason) => {
    const own = runs.filter((run) => why(run) === reason);
    return own.length === 0 ? [] : [{ words: `${what}: ${rangesOf(own)}`, why: reasons[reason] }];
  });
}

/** The canary's job goes first, so one of its runs must be left as long as it hasn't begun. */
function emptiedCanary(
  { study }: PlannedStoredStudy,
  { plan: { jobs } }: PlannedStoredStudy,
  withJob: ReadonlyMap<number, number>,
  gone: ReadonlySet<number>,
  withdraws: readonly number[],
): readonly RefusedSetting[] {
  const [first] = jobs;
  if (study.execution.canary === undefined || first === undefined || jobs.length < 2) return [];
  const runs = runsOfJob(first);
  const own = withdraws.filter((run) => runs.includes(run));
  if (own.length === 0 || runs.some((run) => withJob.has(run) || !gone.has(run))) return [];
  return [{ words: `withdraw: ${rangesOf(own)}`, why: reasons.canary }];
}
