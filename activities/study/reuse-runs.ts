/** Finished runs of other studies that stand for runs of this one: chosen once, and taken over with their files. */
import { firstRevision } from '../../src/run/first-revision.ts';
import pMap from 'p-map';
import type { SharedRuns } from '../../src/run/activity-contract.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import {
  claimAgain,
  findAmended,
  findReusedOutcomes,
  layout,
  nameOfAttempt,
  readAwaited,
  readSharing,
  removeJudgedRuns,
  reusedJobNumber,
  type DocumentFolder,
  type TakenRun,
} from '../../src/store/index.ts';
import { keysByRun, runsOfPlan } from '../../src/study-file/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { CachedStudy } from '../study-cache.ts';
import { awaitedOf } from './awaited-runs.ts';
import { chooseReusedRuns } from './choose-reused-runs.ts';
import { clearRefusedFiles, clearTries } from './clear-refused-files.ts';
import { reuseNotes } from './reuse-notes.ts';
import { renewSharing } from './renew-sharing.ts';
import { createTaker } from './take-finished-run.ts';
import { keepTakings, readTakings, runsAtOnce, type KeptTaking } from './take-finished-runs.ts';

/** What became of a study's wish to reuse runs. */
export interface ReusedRuns {
  /** Planned runs that others stand for; the nominal one isn't counted. */
  readonly count: number;
  /** Runs that other studies run meanwhile. */
  readonly awaited: SharedRuns['awaited'];
  readonly notes: readonly string[];
}

type ReuseDependencies = Pick<ActivityDependencies, 'store' | 'studyCache' | 'workflows' | 'now'>;

/** What a study is started for. */
export interface StartOfStudy {
  /** Of the start: each looks once at what others have. */
  readonly ticket?: string;
  /** It had ended, and runs what amendments added alone. */
  readonly isOnlyAmended?: boolean;
}

/**
 * Decides which runs of a study needn't be run; undefined for one that is to run all. What is decided stays, so that every repeat and every worker gets
 * the same; a further start looks anew for what hasn't begun.
 */
export async function reuseRuns(
  dependencies: ReuseDependencies,
  studyId: string,
  { ticket, isOnlyAmended = false }: StartOfStudy = {},
): Promise<ReusedRuns | undefined> {
  const { store, studyCache } = dependencies;
  const cached = await studyCache.get(studyId, firstRevision);
  if (cached.study.execution.reuse !== true) return undefined;
  const folder = store.study(studyId);
  const kept = await findReusedOutcomes(folder);
  if (kept !== undefined) await claimAgain(store, studyId);
  else await takeAll(dependencies, folder, cached, studyId);
  const amended = await findAmended(folder);
  const looked = (await readSharing(folder)).ticket;
  // A repeat of the same start has looked already.
  const isAgain = kept !== undefined && ticket !== undefined && looked !== ticket;
  const keepStart = async (of: { readonly ticket?: string }): Promise<void> => {
    if (ticket === undefined) return;
    const { leftOut } = await readSharing(folder);
    const onlyAbove = isOnlyAmended ? { onlyAbove: cached.plan.runCount } : {};
    await folder.write(layout.sharing, { leftOut, ...onlyAbove, ...of });
  };
  await keepStart(looked === undefined ? {} : { ticket: looked });
  if (isAgain || amended !== undefined) {
    const revision = amended?.revision ?? firstRevision;
    await renewSharing(dependencies, { studyId, revision, isAgain });
  }
  if (ticket !== undefined) await keepStart({ ticket });
  const outcomes = (await findReusedOutcomes(folder)) ?? [];
  const chosen = (await folder.find(layout.reuse)) ?? [];
  return {
    count: outcomes.filter(({ run }) => run > 0).length,
    awaited: awaitedOf(await readAwaited(folder)),
    notes: reuseNotes(outcomes, chosen),
  };
}

async function takeAll(
  dependencies: ReuseDependencies,
  folder: DocumentFolder,
  cached: CachedStudy,
  studyId: string,
): Promise<readonly RunOutcome[]> {
  await clearTries(folder);
  const takings = keepTakings(folder, createTaker(dependencies.store, folder, cached));
  try {
    if (!(await folder.has(layout.reuse))) {
      const keys = await keysByRun(cached.keysOfRuns(runsOfPlan(cached.plan)));
      const chosen = await chooseReusedRuns(dependencies, { studyId, folder, keys }, takings);
      // The first that is kept counts, whoever plans the study at the same time.
      await folder.create(layout.reuse, chosen);
    }
    const toTake = (await folder.read(layout.reuse)).filter((one) => one.kind === 'taken');
    const before = await readTakings(folder);
    const missing = toTake.filter((one) => !isKept(before.get(one.run), one));
    await pMap(missing, takings.take, { concurrency: runsAtOnce });
    await takings.close();
    const kept = await readTakings(folder);
    const taken = toTake.flatMap((one) => {
      const taking = kept.get(one.run);
      return taking !== undefined && isKept(taking, one) ? [taking.outcome] : [];
    });
    taken.sort((a, b) => a.run - b.run);
    await clearRefusedFiles(folder, new Set(taken.map(({ run }) => run)));
    await folder.create(layout.outcomes(reusedJobNumber), taken);
  } finally {
    await takings.close();
  }
  await removeJudgedRuns(folder, reusedJobNumber);
  return folder.read(layout.outcomes(reusedJobNumber));
}

function isKept(taking: KeptTaking | undefined, { from }: TakenRun): boolean {
  const source = taking?.outcome.reusedFrom;
  return source !== undefined && nameOfAttempt(source) === nameOfAttempt(from);
}
