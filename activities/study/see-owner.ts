/** A study that another one waits for: what it has done of what it was to run, and what it will not. */
import {
  findReusedOutcomes,
  finishedRunsOf,
  layout,
  type DocumentFolder,
  type TakenRun,
} from '../../src/store/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { keepPatience } from './awaited-runs.ts';
import { standOfStudy } from './stand-of-study.ts';

/** A finished run by what decided its result. */
interface DoneRun {
  readonly key: string;
  readonly from: TakenRun['from'];
}

/** What a study has done of what it was to run. */
export interface Owner {
  readonly done: ReadonlyMap<number, readonly DoneRun[]>;
  /** Why a run with that key isn't waited for, as the end of a sentence; undefined where it is. */
  whyNot(run: number, key: string | undefined): string | undefined;
  /** It claims runs, and isn't waited for: neither for others of them. */
  readonly isOver: boolean;
  readonly isNews: boolean;
}

/** Looks at a study that the study in `folder` waits for. */
export async function seeOwner(
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
  const claims = (await store.study(studyId).find(layout.claims)) ?? [];
  const claimed = new Map(claims.map(({ run, key }) => [run, key]));
  const standing = { done: done.size, isLost: kind === 'lost' };
  const { isOver, isNews } =
    kind === 'over'
      ? { isOver: true, isNews: false }
      : await keepPatience(folder, studyId, standing, now());
  const isWaitedFor = isOpen && !isOver;
  return {
    ...{ done, isOver, isNews },
    whyNot(run, key) {
      if (reused.has(run)) return 'it did not run them either';
      if (kind === 'over') return 'it ended without them';
      // It was amended, or the study that waits was.
      if (claimed.get(run) !== key) return 'it does not run them with these files';
      if (isWaitedFor) return undefined;
      if (isOpen) return 'it has ended no run for a day';
      if (!underWay.has(run)) return 'its workflow is gone, and no job of it has them';
      return isOver
        ? 'its workflow is gone, and for an hour nobody collected what its jobs gave'
        : undefined;
    },
  };
}
