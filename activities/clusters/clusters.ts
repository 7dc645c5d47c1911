/** Calls on persistent clusters, one activity each. */
import { setTimeout as delay } from 'node:timers/promises';
import { isNotServed, normaliseStatus, NotFoundError } from '../../src/platform-api/index.ts';
import type { ClusterReading } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { searchTag } from '../../src/store/job-names.ts';

interface ClusterOfStudy {
  readonly studyId: string;
  readonly name: string;
}

/** The platform's name of a cluster: for people, and one word by which it is found again. */
function platformName({ studyId, name }: ClusterOfStudy): string {
  return `${name} ${searchTag(studyId)}`;
}

/** Saves a cluster with the study's hardware and software; it isn't started. One POST, never repeated here. */
export async function createCluster(
  { platform, studyCache }: ActivityDependencies,
  input: ClusterOfStudy,
  { signal }: ActivityRun,
): Promise<{ clusterId: string }> {
  const { study } = await studyCache.get(input.studyId);
  const { hardware, analyses } = study.job;
  const wanted = study.execution.cluster;
  const own = wanted?.kind === 'own' ? wanted : undefined;
  const walltime = own?.walltimeHours ?? hardware.walltime;
  const cluster = await platform.clusters.create(
    {
      name: platformName(input),
      hardware: {
        coreType: { code: hardware.coreType ?? '' },
        coresPerSlot: hardware.coresPerSlot,
        slots: own?.slots ?? hardware.slots,
        ...(walltime === undefined ? {} : { walltime }),
      },
      installedAnalyses: analyses.map(({ analysis }) => ({ analysis })),
      runLowPriority: study.job.fields['isLowPriority'] === true,
    },
    { signal },
  );
  return { clusterId: cluster.id };
}

/** The cluster of that name, where clusters are listed; a saved one that can't be found costs nothing. */
export async function findCluster(
  { platform }: ActivityDependencies,
  input: ClusterOfStudy,
  { signal }: ActivityRun,
): Promise<{ clusterId?: string }> {
  const clusters = await platform.clusters.list({ signal });
  if (isNotServed(clusters)) return {};
  const name = platformName(input);
  for await (const cluster of clusters) {
    if (cluster.name === name) return { clusterId: cluster.id };
  }
  return {};
}

/** Starts a saved cluster. One POST, never repeated here. */
export async function startCluster(
  { platform }: ActivityDependencies,
  { clusterId }: { readonly clusterId: string },
  { signal }: ActivityRun,
): Promise<void> {
  await platform.clusters.start(clusterId, { signal });
}

/** The platform's latest word on a cluster. */
export async function readCluster(
  { platform }: ActivityDependencies,
  { clusterId }: { readonly clusterId: string },
  { signal }: ActivityRun,
): Promise<ClusterReading> {
  try {
    for await (const entry of platform.clusters.statuses(clusterId, { signal })) {
      const status = normaliseStatus(entry.status);
      return { status, ended: ['Stop Requested', 'Stopping', 'Stopped', 'Error'].includes(status) };
    }
    return { status: 'Not Started', ended: false };
  } catch (error) {
    if (error instanceof NotFoundError) return { status: 'Deleted', ended: true };
    throw error;
  }
}

/** A running cluster changes rarely; the wait between looks may grow to this many times the usual most. */
const patience = 5;
const longestWaitMs = 3_600_000;

/** Waits until the cluster's status differs from `known`, an hour at most. */
export async function watchCluster(
  dependencies: ActivityDependencies,
  { clusterId, known }: { readonly clusterId: string; readonly known: string },
  run: ActivityRun,
): Promise<ClusterReading> {
  const { poll } = dependencies;
  const started = performance.now();
  let waitMs = poll.minMs;
  for (;;) {
    const news = await readCluster(dependencies, { clusterId }, run);
    if (news.status !== known || performance.now() - started > longestWaitMs) return news;
    run.show(news);
    const most = news.status === 'Started' ? poll.maxMs * patience : poll.maxMs;
    waitMs = Math.min(waitMs * 1.3, most);
    await delay(waitMs, undefined, { signal: run.signal });
  }
}

/** Ends a cluster where the platform has a way; says so when it has none. */
export async function shutdownCluster(
  { platform }: ActivityDependencies,
  { clusterId }: { readonly clusterId: string },
  { signal }: ActivityRun,
): Promise<{ served: boolean }> {
  const answer = await platform.clusters.shutdown(clusterId, { signal });
  return { served: !isNotServed(answer) };
}
