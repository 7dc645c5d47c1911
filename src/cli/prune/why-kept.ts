/** Why a study stays, whatever was asked for; the first reason that holds. */
import { readTellings } from '../../notify/index.ts';
import { readStudyEnd, unlessDamaged, type PlatformAtHand, type Store } from '../../store/index.ts';
import type { Engine } from '../engine/open-engine.ts';
import { otherPlatformOf } from '../engine/platform-at-hand.ts';
import { createClusterReader } from '../studies/clusters-left.ts';
import { createJobReader, goesOn } from '../studies/jobs-left.ts';
import { hasEnded, type EndedStudy, type StoredStudy } from '../studies/stored-study.ts';
import { neededBySchedules } from './needed-by-schedules.ts';
import { openNow, readOpenWork } from './open-work.ts';

/** Looks at one study. */
export interface KeepingRules {
  /** Before anything else is known of it. */
  whyKept(stored: StoredStudy): Promise<string | undefined>;
  /** Once more, when it is said that the study is being removed. */
  whyKeptNow(stored: StoredStudy): Promise<string | undefined>;
}

/** Reads once what holds for all studies. */
export async function keepingRules(
  engine: Engine,
  atHand: PlatformAtHand,
  now: Date,
): Promise<KeepingRules> {
  const { store, settings } = engine;
  const openWork = await readOpenWork(engine);
  const needed = await neededBySchedules(store);
  const clusters = createClusterReader(store, settings, engine);
  const jobs = createJobReader(store, settings, engine);
  return {
    async whyKept(stored) {
      const { studyId } = stored;
      if (!hasEnded(stored)) return 'it has not ended';
      if ((await readStudyEnd(store.study(studyId))) !== 'over') return 'it is still being closed';
      if (otherPlatformOf(stored, atHand) !== undefined) {
        return 'it belongs to another platform than this command’s: prune it with its own profile';
      }
      const reason = (await openWork(stored)) ?? needed.get(studyId);
      if (reason !== undefined) return reason;
      const [cluster] = await clusters.read(stored);
      if (cluster !== undefined) return `its cluster ${cluster.clusterId} goes on`;
      const job = (await jobs.read(stored)).find(goesOn);
      if (job !== undefined) return `its job ${job.jobId} goes on`;
      return whyTelling(store, stored, now);
    },
    whyKeptNow: (stored) => openNow(engine, stored),
  };
}

/** Who is to be told of its end is told first. */
async function whyTelling(
  store: Store,
  { studyId }: EndedStudy,
  now: Date,
): Promise<string | undefined> {
  const tellings = await unlessDamaged(() => readTellings(store, studyId, now));
  const open = tellings?.find(({ telling }) => telling.kind === 'due' || telling.kind === 'waits');
  return open && `${open.target} is still to be told of it: doeflow notify tells`;
}
