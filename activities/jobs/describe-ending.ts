import { hoursHeld } from '../../src/platform-api/index.ts';
import { endOfCluster, type ClusterEnd } from '../../src/run/cluster-end.ts';
import {
  judgeEnding,
  mayBeLostWithCluster,
  type JobEnding,
  type StoppedBy,
} from '../../src/run/job-ending.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readClusterHistory } from '../clusters/read-cluster.ts';
import type { ListingRun } from './list-job-files.ts';
import { readEndedHistory } from './read-ended-history.ts';

/** A job whose end is judged. */
interface EndedJob {
  readonly jobId: string;
  readonly stoppedBy: StoppedBy;
  /** What it ran on, where that is a persistent cluster. */
  readonly cluster?: { readonly clusterId: string; readonly walltimeHours?: number } | undefined;
}

/** Reads how a job ended, and how many hours it held its hardware; without them where it is gone. */
export async function describeEnding(
  dependencies: Pick<ActivityDependencies, 'platform' | 'poll' | 'now' | 'hourMs'>,
  { jobId, stoppedBy, cluster }: EndedJob,
  run: ListingRun,
): Promise<{ readonly ending: JobEnding; readonly heldHours?: number }> {
  const history = await readEndedHistory(dependencies, jobId, run);
  let clusterEnd: ClusterEnd | undefined;
  if (
    cluster !== undefined &&
    stoppedBy === undefined &&
    history !== undefined &&
    mayBeLostWithCluster(history)
  ) {
    const { clusterId, walltimeHours } = cluster;
    const statuses = await readClusterHistory(dependencies, clusterId, run);
    clusterEnd = endOfCluster(clusterId, statuses, walltimeHours, dependencies.now().getTime());
  }
  return {
    ending: judgeEnding(history, jobId, stoppedBy, clusterEnd),
    ...(history === undefined
      ? {}
      : {
          // Where the platform never tells of the end, what it took is rather too much than too little.
          heldHours: hoursHeld(history, dependencies.now(), dependencies.hourMs),
        }),
  };
}
