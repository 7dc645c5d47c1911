import { ApplicationFailure } from '@temporalio/common';
import { reap as reapOnce, type LookDependencies } from '../../src/reaper/index.ts';
import type { ReapCounts } from '../../src/run/reaper-contract.ts';
import { readPaidJob } from '../../src/store/index.ts';
import { hardwareOfStudy } from '../../src/study/hardware-of-study.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Ends what nobody answers for, and keeps what needs a person. Takes no orders: which studies are over, Temporal and the store say. */
export async function reap(
  dependencies: ActivityDependencies,
  _reason: unknown,
  { signal }: ActivityRun,
): Promise<ReapCounts> {
  const { findings, unseen = [] } = await reapOnce(
    { ...lookDependencies(dependencies), workflows: dependencies.workflows, signal },
    { isDryRun: false, isAsked: false, takesLost: false },
  );
  const left = findings.filter(({ outcome }) => outcome === 'left').length;
  return { ended: findings.length - left, left, unseen: unseen.length };
}

/** What a look at the platform needs, from what a worker has. */
export function lookDependencies({
  store,
  platform,
  platformGuard,
  studyCache,
  now,
}: ActivityDependencies): LookDependencies {
  return {
    ...{ store, platform, now },
    isOnPlatform: (studyId) => platformGuard.check(studyId).then(() => true, refusesPlatform),
    hardwareOf: async (studyId, jobNumber) => {
      const cached = await studyCache.get(studyId).catch(() => undefined);
      if (cached === undefined || jobNumber === undefined) {
        return cached && hardwareOfStudy(cached.study);
      }
      const { study } = await readPaidJob(store.study(studyId), cached.study, jobNumber);
      return hardwareOfStudy(study);
    },
  };
}

/** A study of another platform, or of one that can't be told, is left alone. */
function refusesPlatform(error: unknown): false {
  if (error instanceof ApplicationFailure) return false;
  throw error;
}
