/** A study that reuses runs was amended, or goes on after its end: what it runs now is looked for in other studies, and claimed. */
import type { SharedAnew } from '../../src/run/plan-summary.ts';
import {
  findReusedOutcomes,
  layout,
  nameOfRun,
  readAttempts,
  readAwaited,
  readOwnClaims,
  readSharing,
  removeJudgedRuns,
  reusedJobNumber,
  type ClaimedRun,
  type DocumentFolder,
  type ReusedRun,
  type Sharing,
} from '../../src/store/index.ts';
import { revisionOf } from '../../src/run/first-revision.ts';
import { keysByRun } from '../../src/study-file/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { addedRuns } from './added-runs.ts';
import { readAwaitedWords } from './awaited-runs.ts';
import { chooseReusedRuns } from './choose-reused-runs.ts';
import { clearFilesOf, clearTries } from './clear-refused-files.ts';
import { keepTaken } from './keep-shared-look.ts';
import { leftOutRuns } from './left-out-runs.ts';
import { reuseNotes } from './reuse-notes.ts';
import { readRunsToShare, type RunsToShare } from './runs-to-share.ts';
import { createTaker } from './take-finished-run.ts';
import { keepTakings, readTakings } from './take-finished-runs.ts';

type Dependencies = Pick<ActivityDependencies, 'store' | 'studyCache' | 'workflows' | 'now'>;

/** Which study looks anew. */
interface Renewing {
  readonly studyId: string;
  /** The one with whose files it runs what it starts from now on. */
  readonly revision: number;
  /** Numbers of the jobs that were started. */
  readonly inFlight?: readonly number[];
  /** It goes on after its end, or its workflow was lost: others may have run what it claims. Else only what is new is looked for. */
  readonly isAgain?: boolean;
}

/**
 * Takes over, waits for or claims the runs that an amendment added or changed, and gives up what won't run any more. May be cut off anywhere: repeated, it
 * goes on. Nothing of them is started before it has ended.
 */
export async function renewSharing(
  dependencies: Dependencies,
  { studyId, revision, inFlight = [], isAgain = false }: Renewing,
): Promise<void> {
  const { store, studyCache } = dependencies;
  const folder = store.study(studyId);
  const cached = await studyCache.get(studyId, revision);
  const runs = await readRunsToShare(dependencies, { studyId, revision, inFlight });
  const keys = await keysByRun(cached.keysOfRuns(runs.open));
  const own = await keysByRun(cached.keysOfRuns(runs.own));
  const failed = await keysByRun(cached.keysOfRuns(runs.failed));
  const wanted = new Map([...failed, ...keys, ...own]);
  const stays = ({ run, key }: ClaimedRun): boolean =>
    (wanted.get(run) ?? key) === key && !runs.withdrawn.has(run) && !(isAgain && keys.has(run));
  const before = await readOwnClaims(store, studyId);
  const kept = new Map(before.filter((one) => stays(one)).map(({ run, key }) => [run, key]));
  const looked = new Map([...keys].filter(([run]) => !kept.has(run)));
  await clearTries(folder);
  const takings = keepTakings(folder, createTaker(store, folder, cached, revision));
  try {
    const choosing = {
      ...{ studyId, folder, keys: looked, own, stays },
      used: await usedPlaces(folder),
      isTaken: ({ outcome }: { readonly outcome: Parameters<typeof revisionOf>[0] }) =>
        revisionOf(outcome) === revision,
    };
    const chosen = await chooseReusedRuns(dependencies, choosing, takings);
    await takings.close();
    await keepChosen(folder, chosen, looked, runs);
  } finally {
    await takings.close();
  }
  await removeJudgedRuns(folder, reusedJobNumber);
}

/** What the study's workflow must know once it has looked anew. */
export async function describeSharing(
  dependencies: Pick<ActivityDependencies, 'store' | 'studyCache'>,
  studyId: string,
): Promise<SharedAnew> {
  const folder = dependencies.store.study(studyId);
  const reused = (await findReusedOutcomes(folder)) ?? [];
  const known = new Set((await readAttempts(folder)).flat().map(({ run }) => run));
  const { plan } = await dependencies.studyCache.get(studyId);
  const { emptyJobs } = await leftOutRuns(folder, plan, known);
  const added = await addedRuns(dependencies, studyId, known);
  return {
    ...{ reused: reused.filter(({ run }) => run > 0).length, rest: 0 },
    awaited: await readAwaitedWords(folder, await readAwaited(folder)),
    notes: reuseNotes(reused, (await folder.find(layout.reuse)) ?? []),
    ...(emptyJobs === undefined ? {} : { emptyJobs }),
    ...(added.length === 0 ? {} : { hasAdded: true }),
  };
}

/** Finished runs that stand for runs of the study, and those that it waits for. */
async function usedPlaces(folder: DocumentFolder): Promise<ReadonlySet<string>> {
  const reused = (await findReusedOutcomes(folder)) ?? [];
  const awaited = await readAwaited(folder);
  return new Set([
    ...reused.flatMap(({ reusedFrom }) =>
      reusedFrom === undefined ? [] : [nameOfRun(reusedFrom)],
    ),
    ...awaited.map(({ awaits }) => nameOfRun(awaits)),
  ]);
}

/** The planned jobs are left out before anything is told of their runs; last comes what was taken over. */
async function keepChosen(
  folder: DocumentFolder,
  chosen: readonly ReusedRun[],
  looked: ReadonlyMap<number, string>,
  { jobsOf }: RunsToShare,
): Promise<void> {
  const shared = chosen.filter(({ kind }) => kind === 'taken' || kind === 'awaited');
  const jobs = shared.flatMap(({ run }) => jobsOf.get(run) ?? []);
  const sharing: Sharing = await readSharing(folder);
  const leftOut = [...new Set([...sharing.leftOut, ...jobs])].sort((a, b) => a - b);
  if (leftOut.length > sharing.leftOut.length) {
    await folder.write(layout.sharing, { ...sharing, leftOut });
  }
  const lines = ((await folder.find(layout.reuse)) ?? []).filter(({ run }) => !looked.has(run));
  await folder.write(layout.reuse, [...lines, ...chosen]);
  const takings = await readTakings(folder);
  const taken = chosen.flatMap((one) => {
    const outcome = one.kind === 'taken' ? takings.get(one.run)?.outcome : undefined;
    return outcome === undefined ? [] : [outcome];
  });
  const isTaken = new Set(taken.map(({ run }) => run));
  await clearFilesOf(
    folder,
    chosen.flatMap(({ kind, run }) => (kind === 'refused' && !isTaken.has(run) ? [run] : [])),
  );
  await keepTaken(folder, taken);
}
