/** What a study that reuses runs doesn't run itself: decided as it is planned, and of what is new as it is amended, or goes on. */
import {
  claimRuns,
  layout,
  nameOfAttempt,
  nameOfRun,
  type AwaitedRun,
  type Claiming,
  type DocumentFolder,
  type ReusedRun,
  type TakenRun,
} from '../../src/store/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { createStandReader } from './stand-of-study.ts';
import {
  readTakings,
  takeFinishedRuns,
  type KeptTaking,
  type TakingKeeper,
} from './take-finished-runs.ts';

interface Choosing extends Pick<Claiming, 'studyId' | 'own' | 'stays'> {
  readonly folder: DocumentFolder;
  /** Of the runs that are decided on. */
  readonly keys: ReadonlyMap<number, string>;
  /** Whether a try that died before it had decided took it over as it is wanted now. */
  isTaken?(taking: KeptTaking): boolean;
  /** What stands for other runs of the study, or is waited for. */
  readonly used?: ReadonlySet<string>;
}

/** Takes over what is finished, claims what no other study is about to run, and leaves the rest to those that are. */
export async function chooseReusedRuns(
  dependencies: Pick<ActivityDependencies, 'store' | 'workflows' | 'now'>,
  choosing: Choosing,
  takings: TakingKeeper,
): Promise<readonly ReusedRun[]> {
  const { store } = dependencies;
  const { studyId, folder, own, stays, isTaken } = choosing;
  const left = new Map(choosing.keys);
  const taken: TakenRun[] = [];
  for (const [run, taking] of await readTakings(folder)) {
    const { from } = taking;
    if (from === undefined || isTaken?.(taking) === false) continue;
    if (left.delete(run)) taken.push({ run, from });
  }
  const tried = new Set(taken.map(({ from }) => nameOfAttempt(from)));
  const used = new Set([...(choosing.used ?? []), ...taken.map(({ from }) => nameOfRun(from))]);
  const takeOf = async () => {
    const found = await takeFinishedRuns(
      store,
      {
        ...{ studyId, keys: left },
        isOut: (from) => tried.has(nameOfAttempt(from)) || used.has(nameOfRun(from)),
      },
      (one) => {
        tried.add(nameOfAttempt(one.from));
        return takings.take(one);
      },
    );
    for (const { run, from } of found.taken) {
      left.delete(run);
      used.add(nameOfRun(from));
    }
    return found;
  };
  const first = await takeOf();
  const claiming = {
    ...{ studyId, keys: left },
    ...(own === undefined ? {} : { own }),
    ...(stays === undefined ? {} : { stays }),
    // A finished run stands for one run of a study at most.
    isOut: (one: AwaitedRun['awaits']) => used.has(nameOfRun(one)),
  };
  const awaited = await claimRuns(store, claiming, createStandReader(dependencies));
  for (const { run, awaits } of awaited) {
    left.delete(run);
    used.add(nameOfRun(awaits));
  }
  // What ended between the look at finished runs and the claim is in neither of the two.
  const second = await takeOf();
  if (second.taken.length > 0) {
    const given = new Set(second.taken.map(({ run }) => run));
    const lines = await folder.read(layout.claims);
    await folder.write(
      layout.claims,
      lines.filter(({ run }) => !given.has(run)),
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
