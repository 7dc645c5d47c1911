/** Whether a job is made for the hardware of the cluster that it is sent to: an amendment changes what both are made of, and not at the same moment. */
import { ApplicationFailure } from '@temporalio/common';
import type { JobTarget } from '../../src/run/activity-contract.ts';
import { clusterLost } from '../../src/run/cluster-end.ts';
import { firstRevision } from '../../src/run/first-revision.ts';
import { mayRetry } from '../../src/run/retry-policy.ts';
import { findMadeCluster, layout, revisionOfCluster } from '../../src/store/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { madeBy, madeOf, newestSpec } from './made-of.ts';

type Sources = Pick<ActivityDependencies, 'store' | 'studyCache'>;

/**
 * The revision that a job on one of the study's own clusters is made with: the one that is asked for, where the cluster is made of what that says;
 * else the one by which the cluster was made.
 */
export async function revisionOnCluster(
  sources: Sources,
  studyId: string,
  { clusterId, revision }: { readonly clusterId?: string; readonly revision: number | undefined },
): Promise<number | undefined> {
  if (clusterId === undefined) return revision;
  const made = await revisionOfCluster(sources.store.study(studyId), clusterId);
  if (made === undefined || made === (revision ?? firstRevision)) return revision;
  const [asked, own] = [
    await madeBy(sources, studyId, revision),
    await madeBy(sources, studyId, made),
  ];
  if (asked === own) return revision;
  return made === firstRevision ? undefined : made;
}

/**
 * A job that was made before the study was amended, and never sent, isn't sent to a cluster of other hardware.
 * @throws ApplicationFailure CLUSTER_LOST, not retried: its runs follow as a further job, which is made as the study stands, where
 * the study's retries allow the platform any
 */
export async function requireSameHardware(
  sources: Sources,
  { studyId, jobNumber, clusterId }: JobTarget & { readonly clusterId: string },
): Promise<void> {
  const spec = await sources.store.study(studyId).find(layout.jobSpec(jobNumber));
  const made = await findMadeCluster(sources.store, clusterId);
  if (spec === undefined || made === undefined) return;
  const there = await madeOf(sources, made.studyId, clusterId);
  const wants = await madeBy(sources, studyId, spec.revision);
  if (there === undefined || there === wants) return;
  // No further job would be made of anything else.
  if (wants === (await newestSpec(sources, studyId))) return;
  const { retries } = (await sources.studyCache.get(studyId)).study.execution;
  const follow = mayRetry('not-started', {}, retries)
    ? 'its runs follow as a further job'
    : `its runs wait for doeflow retry ${studyId} --failed, as execution.retries allows the platform none`;
  throw ApplicationFailure.nonRetryable(
    `made for a cluster of ${wants} before the study was amended, and so not sent to cluster ${clusterId}, which is of ${there}: ${follow}`,
    clusterLost,
  );
}
