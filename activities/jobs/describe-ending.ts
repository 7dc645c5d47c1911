import { collect, hoursHeld } from '../../src/platform-api/index.ts';
import { endOfCluster, type ClusterEnd } from '../../src/run/cluster-end.ts';
import {
  judgeEnding,
  mayBeLostWithCluster,
  type JobEnding,
  type StoppedBy,
} from '../../src/run/job-ending.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readClusterHistory } from '../clusters/read-cluster.ts';
import { unlessJobGone } from '../unless-gone.ts';
import type { ListingRun } from './list-job-files.ts';

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
  const { patience, signal } = run;
  const history = await unlessJobGone(dependencies, jobId, run, () =>
    collect(dependencies.platform.jobs.statuses(jobId, { signal, askPage: patience.call })),
  );
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
      : { heldHours: hoursHeld(history, undefined, dependencies.hourMs) }),
  };
}
