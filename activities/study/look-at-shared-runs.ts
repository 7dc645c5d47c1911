/** One look at the studies that run what this one needs too. */
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { readAwaited, type AwaitedRun } from '../../src/store/index.ts';
import { keysByRun } from '../../src/study-file/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { findElsewhere } from './find-elsewhere.ts';
import { seeOwner } from './see-owner.ts';
import type { LookingStudy, SharedLook } from './shared-look.ts';

/** A run that isn't waited for any more, and why, as the end of a sentence. */
type GivenUp = AwaitedRun & { readonly why: string };

/** Takes over what is done; what nobody runs any more is looked for in all other studies before it is left to this one. */
export async function lookAtSharedRuns(
  dependencies: ActivityDependencies,
  looking: LookingStudy,
): Promise<SharedLook> {
  const { folder, take } = looking;
  const taken: RunOutcome[] = [];
  const left: AwaitedRun[] = [];
  const rest: GivenUp[] = [];
  const over = new Set<string>();
  let isNews = false;
  const owners = new Map<string, AwaitedRun[]>();
  for (const one of await readAwaited(folder)) {
    owners.set(one.awaits.studyId, [...(owners.get(one.awaits.studyId) ?? []), one]);
  }
  for (const [studyId, awaited] of owners) {
    const owner = await seeOwner(dependencies, folder, studyId);
    isNews ||= owner.isNews;
    if (owner.isOver) over.add(studyId);
    const keys = await keysByRun(looking.cached.keysOfRuns(awaited.map(({ run }) => run)));
    for (const one of awaited) {
      const { run } = one.awaits;
      const key = keys.get(one.run);
      const done = owner.done.get(run);
      // An amended study may have run it with other files than were claimed.
      const from = done?.find((finished) => finished.key === key)?.from;
      const taking = from && (await take(one.run, from));
      if (taking !== undefined && 'outcome' in taking) taken.push(taking.outcome);
      else if (taking !== undefined) rest.push({ ...one, why: taking.refused });
      else {
        const why = owner.whyNot(run, key);
        if (why === undefined) left.push(one);
        else rest.push({ ...one, why });
      }
    }
  }
  const { found, moved } = await findElsewhere(dependencies, looking, { taken, rest, left, over });
  const elsewhere = new Set([...found, ...moved].map(({ run }) => run));
  const here = rest.filter(({ run }) => !elsewhere.has(run));
  return {
    taken: [...taken, ...found],
    rest: here.map(({ run, awaits }) => ({ run, awaits })),
    left: [...left, ...moved],
    told: here.map(({ run, awaits, why }) => ({
      ...{ kind: 'givenUp', run },
      givenUp: { ...awaits, why },
    })),
    ...{ moved, isNews },
  };
}
