/** How long a study waits for runs of others, and what is told of it. */
import type { SharedRuns } from '../../src/run/activity-contract.ts';
import { layout, type AwaitedRun, type DocumentFolder } from '../../src/store/index.ts';

/** A study that ends no further run for so long isn't waited for any more. */
export const patienceMs = 24 * 3_600_000;

/** One whose workflow is gone, but has jobs on the platform, is waited for so long. */
export const lostPatienceMs = 3_600_000;

/** How many runs are waited for, and of which studies. */
export function awaitedOf(runs: readonly AwaitedRun[]): SharedRuns['awaited'] {
  return { runs: runs.length, studies: [...new Set(runs.map(({ awaits }) => awaits.studyId))] };
}

/** {@link awaitedOf} with what is known of studies whose workflow is gone. */
export async function readAwaitedWords(
  folder: DocumentFolder,
  runs: readonly AwaitedRun[],
): Promise<SharedRuns['awaited']> {
  const awaited = awaitedOf(runs);
  const known = (await folder.find(layout.awaited)) ?? {};
  const gone = awaited.studies.flatMap((studyId) => {
    const how = known[studyId];
    return how?.lost === true ? [{ studyId, since: Date.parse(how.since) }] : [];
  });
  if (gone.length === 0) return awaited;
  const last = Math.max(...gone.map(({ since }) => since));
  return {
    ...awaited,
    lost: {
      studies: gone.map(({ studyId }) => studyId),
      until: new Date(last + lostPatienceMs).toISOString(),
    },
  };
}

/** How a study that is waited for has come on. */
export interface Patience {
  /** It is waited for no more. */
  readonly isOver: boolean;
  /** Its workflow is gone, or is there again, since the last look. */
  readonly isNews: boolean;
}

/** Whether a study has ended no further run for too long; remembers how far it was. */
export async function keepPatience(
  folder: DocumentFolder,
  studyId: string,
  { done, isLost }: { readonly done: number; readonly isLost: boolean },
  now: Date,
): Promise<Patience> {
  const known = (await folder.find(layout.awaited)) ?? {};
  const before = known[studyId];
  const isNews = (before?.lost === true) !== isLost;
  if (before?.done === done && !isNews) {
    const waitedMs = now.getTime() - Date.parse(before.since);
    return { isOver: waitedMs > (isLost ? lostPatienceMs : patienceMs), isNews };
  }
  const stand = { done, since: now.toISOString(), ...(isLost ? { lost: true as const } : {}) };
  await folder.write(layout.awaited, { ...known, [studyId]: stand });
  return { isOver: false, isNews };
}
