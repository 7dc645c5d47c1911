/** Runs that were waited for in vain: before one is paid for here, any other study may have it, or may be about to run it. */
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import {
  claimRuns,
  findReusedOutcomes,
  nameOfRun,
  type AwaitedRun,
  type ClaimedRun,
} from '../../src/store/index.ts';
import { keysByRun } from '../../src/study-file/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { LookingStudy, SharedLook } from './shared-look.ts';
import { createStandReader } from './stand-of-study.ts';
import { takeFinishedRuns } from './take-finished-runs.ts';

/** What other studies have for runs that were given up. */
interface FoundElsewhere {
  readonly found: readonly RunOutcome[];
  /** Each with the run that is waited for from now on. */
  readonly moved: readonly AwaitedRun[];
}

/** Takes finished runs over; what another study claims is waited for, and all else is claimed. @param seen `over`: studies that aren't waited for */
export async function findElsewhere(
  dependencies: ActivityDependencies,
  { studyId, folder, cached, take }: LookingStudy,
  {
    taken,
    rest,
    left,
    over,
  }: Pick<SharedLook, 'taken' | 'rest' | 'left'> & { readonly over: ReadonlySet<string> },
): Promise<FoundElsewhere> {
  if (rest.length === 0) return { found: [], moved: [] };
  const { store } = dependencies;
  const keys = new Map(await keysByRun(cached.keysOfRuns(rest.map(({ run }) => run))));
  const before = [...((await findReusedOutcomes(folder)) ?? []), ...taken];
  const used = new Set(
    [
      ...before.flatMap(({ reusedFrom }) => reusedFrom ?? []),
      ...left.map(({ awaits }) => awaits),
    ].map(nameOfRun),
  );
  const isUsed = (one: AwaitedRun['awaits']): boolean => used.has(nameOfRun(one));
  const found: RunOutcome[] = [];
  await takeFinishedRuns(store, { studyId, keys, isOut: isUsed }, async ({ run, from }) => {
    const taking = await take(run, from);
    if ('refused' in taking) return taking.refused;
    found.push(taking.outcome);
    used.add(nameOfRun(from));
    keys.delete(run);
    return undefined;
  });
  const moved = await claimRuns(
    store,
    {
      ...{ studyId, keys },
      stays: ({ run, key }: ClaimedRun) => !keys.has(run) || keys.get(run) === key,
      isOut: (one) => over.has(one.studyId) || isUsed(one),
    },
    createStandReader(dependencies),
  );
  return { found, moved };
}
