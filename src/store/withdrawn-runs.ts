/** Runs that a study's owner withdrew by amendments: what has no outcome by then is never run, unless it is brought back. */
import type { DocumentFolder } from '../objects/index.ts';
import { isAmended, readRevisions } from './revisions.ts';

/** What amendments said of planned runs. */
export interface WithdrawnRuns {
  /** Runs that are withdrawn now, each with the revision that withdrew it. */
  readonly now: ReadonlyMap<number, number>;
  /** Those that ever were: no planned job has them any more, and what is brought back becomes further jobs. */
  readonly ever: ReadonlySet<number>;
}

/** Reads them. @param upTo the last revision that counts; absent: all do */
export async function readWithdrawnRuns(
  folder: Pick<DocumentFolder, 'list' | 'read'>,
  upTo = Infinity,
): Promise<WithdrawnRuns> {
  const now = new Map<number, number>();
  const ever = new Set<number>();
  for (const { revision, amendment } of (await readRevisions(folder)).filter(isAmended)) {
    if (revision > upTo) break;
    for (const run of amendment.withdraws ?? []) {
      now.set(run, revision);
      ever.add(run);
    }
    for (const run of amendment.bringsBack ?? []) now.delete(run);
  }
  return { now, ever };
}

/**
 * The runs that no planned job has, as amendments added them or brought them back, in order.
 * @param started runs of the study as it was started
 */
export function runsBesideJobs(
  started: number,
  runCount: number,
  { now, ever }: WithdrawnRuns,
): readonly number[] {
  const back = [...ever].filter((run) => run <= started);
  const added = Array.from({ length: runCount - started }, (_, index) => started + 1 + index);
  return [...back.sort((a, b) => a - b), ...added].filter((run) => !now.has(run));
}
