/** What the store has of a study whose workflow can't tell. */
import { apartFromStopped, stoppedRuns } from '../../run/stopped-runs.ts';
import { countLatest } from '../../run/count-outcomes.ts';
import { readAttempts, type StudyReader } from '../../store/index.ts';
import { planStoredStudy } from './open-stored-study.ts';
import type { StoredStudy } from './stored-study.ts';

/** Runs by the attempt that counts, of what is collected. */
export interface CollectedCounts {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Those among the failed that were stopped. */
  readonly stopped: number;
}

/** Counts the runs in the store. */
export async function readCollected(
  store: StudyReader,
  stored: StoredStudy,
): Promise<CollectedCounts> {
  const { plan } = await planStoredStudy(store, stored);
  const attempts = await readAttempts(store.study(stored.studyId));
  const { done, failed, failures } = countLatest(attempts, plan.runCount);
  const stopped = stoppedRuns({ failures });
  return { total: plan.runCount, done, failed, stopped };
}

/** The same for programs, who count what was stopped apart from what failed. */
export function collectedJson({ stopped, ...rest }: CollectedCounts): CollectedCounts {
  return apartFromStopped(rest, stopped);
}

/** `5/12 done, 2 failed, 1 stopped (of what is collected)`. */
export function collectedWords({ total, done, failed, stopped }: CollectedCounts): string {
  const others = [
    ...(failed > stopped ? [`${failed - stopped} failed`] : []),
    ...(stopped > 0 ? [`${stopped} stopped`] : []),
  ];
  return `${[`${done}/${total} done`, ...others].join(', ')} (of what is collected)`;
}
