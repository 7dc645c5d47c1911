/** What a study that reuses runs doesn't run itself: decided once, as it is planned first. */
import {
  claimRuns,
  layout,
  nameOfRun,
  type AwaitedRun,
  type DocumentFolder,
  type ReusedRun,
  type TakenRun,
} from '../../src/store/index.ts';
import { keysByRun, runsOfPlan } from '../../src/study-file/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { CachedStudy } from '../study-cache.ts';
import { createStandReader } from './stand-of-study.ts';
import { readTakings, takeFinishedRuns, type TakingKeeper } from './take-finished-runs.ts';

interface Choosing {
  readonly studyId: string;
  readonly folder: DocumentFolder;
  readonly cached: CachedStudy;
}

/** Takes over what is finished, claims what no other study is about to run, and leaves the rest to those that are. */
export async function chooseReusedRuns(
  dependencies: Pick<ActivityDependencies, 'store' | 'workflows' | 'now'>,
  { studyId, folder, cached: { plan, keysOfRuns } }: Choosing,
  takings: TakingKeeper,
): Promise<readonly ReusedRun[]> {
  const { store } = dependencies;
  const left = new Map(await keysByRun(keysOfRuns(runsOfPlan(plan))));
  // A try that died before it had decided.
  const taken: TakenRun[] = [];
  for (const [run, { from }] of await readTakings(folder)) {
    if (from !== undefined && left.delete(run)) taken.push({ run, from });
  }
  const tried = new Set(taken.map(({ from }) => nameOfRun(from)));
  const takeOf = async (isOut: Parameters<typeof takeFinishedRuns>[1]['isOut']) => {
    const found = await takeFinishedRuns(store, { studyId, keys: left, isOut }, (one) => {
      tried.add(nameOfRun(one.from));
      return takings.take(one);
    });
    for (const { run } of found.taken) left.delete(run);
    return found;
  };
  const isTried = (from: TakenRun['from']): boolean => tried.has(nameOfRun(from));
  const first = await takeOf(isTried);
  const used = new Set(
    [...taken, ...first.taken].map(({ from }) => JSON.stringify([from.studyId, from.run])),
  );
  const claiming = {
    ...{ studyId, keys: left },
    // A finished run stands for one run of a study at most.
    isOut: (one: TakenRun['from'] | AwaitedRun['awaits']) =>
      used.has(JSON.stringify([one.studyId, one.run])),
  };
  const awaited = await claimRuns(store, claiming, createStandReader(dependencies));
  for (const { run } of awaited) left.delete(run);
  // What ended between the look at finished runs and the claim is in neither of the two.
  const second = await takeOf(
    (from) => isTried(from) || awaited.some(({ awaits }) => isRun(awaits, from)),
  );
  if (second.taken.length > 0) {
    const given = new Set(second.taken.map(({ run }) => run));
    const claimed = await folder.read(layout.claims);
    await folder.write(
      layout.claims,
      claimed.filter(({ run }) => !given.has(run)),
    );
  }
  return [
    ...[...taken, ...first.taken, ...second.taken]
      .sort((a, b) => a.run - b.run)
      .map((one) => ({ kind: 'taken', ...one }) as const),
    ...awaited.map((one) => ({ kind: 'awaited', ...one }) as const),
    ...[...first.refused, ...second.refused].map((one) => ({ kind: 'refused', ...one }) as const),
  ];
}

function isRun(
  one: { readonly studyId: string; readonly run: number },
  other: { readonly studyId: string; readonly run: number },
): boolean {
  return one.studyId === other.studyId && one.run === other.run;
}
