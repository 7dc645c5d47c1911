/** One look at the studies that run what this one needs too. */
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import {
  findReusedOutcomes,
  finishedRunsOf,
  layout,
  nameOfRun,
  type AwaitedRun,
  type DocumentFolder,
  type ReusedRun,
  type TakenRun,
} from '../../src/store/index.ts';
import { keysByRun } from '../../src/study-file/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { CachedStudy } from '../study-cache.ts';
import { keepPatience, readAwaited } from './awaited-runs.ts';
import { standOfStudy } from './stand-of-study.ts';
import { takeFinishedRuns } from './take-finished-runs.ts';
import type { Taker } from './take-finished-run.ts';

/** What has become of the runs that were waited for. */
export interface SharedLook {
  readonly taken: readonly RunOutcome[];
  /** To be run here. */
  readonly rest: readonly AwaitedRun[];
  readonly left: readonly AwaitedRun[];
  /** Why runs are run here, for readers. */
  readonly told: readonly ReusedRun[];
  /** What is waited for is told otherwise than before. */
  readonly isNews: boolean;
}

interface LookingStudy {
  readonly studyId: string;
  readonly folder: DocumentFolder;
  readonly cached: CachedStudy;
  readonly take: Taker;
}

/** Takes over what is done; what nobody runs any more is looked for among all finished runs before it is left to this study. */
export async function lookAtSharedRuns(
  dependencies: ActivityDependencies,
  looking: LookingStudy,
): Promise<SharedLook> {
  const { folder, take } = looking;
  const taken: RunOutcome[] = [];
  const left: AwaitedRun[] = [];
  const rest: (AwaitedRun & { readonly why: string })[] = [];
  let isNews = false;
  const owners = new Map<string, AwaitedRun[]>();
  for (const one of await readAwaited(folder)) {
    owners.set(one.awaits.studyId, [...(owners.get(one.awaits.studyId) ?? []), one]);
  }
  for (const [studyId, awaited] of owners) {
    const owner = await seeOwner(dependencies, folder, studyId);
    isNews ||= owner.isNews;
    const keys = await keysByRun(looking.cached.keysOfRuns(awaited.map(({ run }) => run)));
    for (const one of awaited) {
      const { run } = one.awaits;
      const done = owner.done.get(run);
      // An amended study may have run it with other files than were claimed.
      const from = done?.find(({ key }) => key === keys.get(one.run))?.from;
      const taking = from && (await take(one.run, from));
      if (taking !== undefined && 'outcome' in taking) taken.push(taking.outcome);
      else if (taking !== undefined) rest.push({ ...one, why: taking.refused });
      else if (done !== undefined) rest.push({ ...one, why: 'it ran them with other files' });
      else {
        const why = owner.whyNot(run);
        if (why === undefined) left.push(one);
        else rest.push({ ...one, why });
      }
    }
  }
  const found = await findElsewhere(dependencies, looking, { taken, rest, left });
  const elsewhere = new Set(found.map(({ run }) => run));
  const here = rest.filter(({ run }) => !elsewhere.has(run));
  return {
    taken: [...taken, ...found],
    rest: here.map(({ run, awaits }) => ({ run, awaits })),
    told: here.map(({ run, awaits, why }) => ({
      kind: 'givenUp',
      run,
      givenUp: { ...awaits, why },
    })),
    ...{ left, isNews },
  };
}

/** A finished run by what decided its result. */
interface DoneRun {
  readonly key: string;
  readonly from: TakenRun['from'];
}

/** What a study has done of what it was to run. */
interface Owner {
  readonly done: ReadonlyMap<number, readonly DoneRun[]>;
  /** Why a run isn't waited for, as the end of a sentence; undefined where it is. */
  whyNot(run: number): string | undefined;
  readonly isNews: boolean;
}

async function seeOwner(
  dependencies: ActivityDependencies,
  folder: DocumentFolder,
  studyId: string,
): Promise<Owner> {
  const { store, now } = dependencies;
  // First: what it ends after this is seen by the next look.
  const { kind, underWay } = await standOfStudy(dependencies, studyId);
  const isOpen = kind === 'open';
  const done = new Map<number, readonly DoneRun[]>();
  for await (const { key, ...finished } of finishedRunsOf(store.study(studyId))) {
    const ofRun = done.get(finished.run) ?? [];
    done.set(finished.run, [...ofRun, { key, from: { studyId, ...finished } }]);
  }
  // It took these over itself: who ran them has them.
  const reused = new Set(
    ((await findReusedOutcomes(store.study(studyId))) ?? []).map(({ run }) => run),
  );
  const standing = { done: done.size, isLost: kind === 'lost' };
  const { isOver, isNews } =
    kind === 'over'
      ? { isOver: true, isNews: false }
      : await keepPatience(folder, studyId, standing, now());
  const isWaitedFor = isOpen && !isOver;
  return {
    ...{ done, isNews },
    whyNot(run) {
      if (reused.has(run)) return 'it did not run them either';
      if (isWaitedFor) return undefined;
      if (kind === 'over') return 'it ended without them';
      if (isOpen) return 'it has ended no run for a day';
      if (!underWay.has(run)) return 'its workflow is gone, and no job of it has them';
      return isOver
        ? 'its workflow is gone, and for an hour nobody collected what its jobs gave'
        : undefined;
    },
  };
}

/** Finished runs of any other study, before a run is paid for here. */
async function findElsewhere(
  { store }: ActivityDependencies,
  { studyId, folder, cached, take }: LookingStudy,
  { taken, rest, left }: Pick<SharedLook, 'taken' | 'rest' | 'left'>,
): Promise<readonly RunOutcome[]> {
  if (rest.length === 0) return [];
  const keys = await keysByRun(cached.keysOfRuns(rest.map(({ run }) => run)));
  const before = [...((await findReusedOutcomes(folder)) ?? []), ...taken];
  const used = new Set(
    before.flatMap(({ reusedFrom }) => (reusedFrom === undefined ? [] : [nameOfRun(reusedFrom)])),
  );
  const awaited = new Set(left.map(({ awaits }) => JSON.stringify([awaits.studyId, awaits.run])));
  const outcomes: RunOutcome[] = [];
  await takeFinishedRuns(
    store,
    {
      ...{ studyId, keys },
      isOut: (from) =>
        used.has(nameOfRun(from)) || awaited.has(JSON.stringify([from.studyId, from.run])),
    },
    async ({ run, from }) => {
      const taking = await take(run, from);
      if ('refused' in taking) return taking.refused;
      outcomes.push(taking.outcome);
      return undefined;
    },
  );
  return outcomes;
}

/** Keeps why runs are run here that others were to run, each once. */
export async function keepTold(folder: DocumentFolder, told: readonly ReusedRun[]): Promise<void> {
  if (told.length === 0) return;
  const chosen = await folder.read(layout.reuse);
  const known = new Set(chosen.flatMap((one) => (one.kind === 'givenUp' ? [one.run] : [])));
  const further = told.filter(({ run }) => !known.has(run));
  if (further.length > 0) await folder.write(layout.reuse, [...chosen, ...further]);
}
