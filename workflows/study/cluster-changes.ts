/** What a study's cluster changes in the study. Pure. */
import type { ClusterNews } from '../../src/run/messages.ts';
import type { StudyChange, StudyLedgerState } from './study-state.ts';

/** The cluster is asked for; one that exists is ready at once. */
export function onClusterAsked(existingId?: string): StudyChange {
  const cluster =
    existingId === undefined
      ? ({ kind: 'asked' } as const)
      : ({ kind: 'ready', clusterId: existingId } as const);
  return { change: { cluster } };
}

/** Its workflow tells of it, perhaps once more, as it does when it is asked again. */
export function onClusterNews(
  { cluster, state }: Pick<StudyLedgerState, 'cluster' | 'state'>,
  news: ClusterNews,
): StudyChange {
  if (news.kind === 'lost') {
    const note = `Cluster ${news.clusterId} was lost: ${news.reason}`;
    return { change: { cluster: { kind: 'not-asked' } }, note };
  }
  if (cluster.kind === news.kind) return { change: {} };
  // It was given back meanwhile: whoever needs it asks again.
  if (cluster.kind === 'not-asked' && news.kind === 'ready') return { change: {} };
  const change = {
    cluster: news,
    ...(state === 'Running' ? { activity: 'running jobs' } : {}),
  };
  if (news.kind === 'ready') return { change };
  return { change, note: `No cluster, so jobs run on their own hardware: ${news.reason}` };
}

/** A workflow of the cluster that ended without a word. */
export interface ClusterLoss {
  readonly name: string;
  /** Such losses that were known when it was asked. */
  readonly losses: number;
  readonly why: string;
}

/** The cluster is asked for once more, then jobs run without it. */
export function onClusterLoss(
  study: Pick<StudyLedgerState, 'cluster' | 'clusterLosses' | 'state'>,
  { name, losses, why }: ClusterLoss,
): StudyChange {
  const isHeld = study.cluster.kind === 'asked' || study.cluster.kind === 'ready';
  if (!isHeld || study.clusterLosses !== losses) return { change: {} };
  const reason = `the workflow of cluster ${name} ended before its time (${why})`;
  const change = { cluster: { kind: 'not-asked' }, clusterLosses: losses + 1 } as const;
  if (losses === 0) return { change, note: `Asked for the cluster again: ${reason}` };
  const refused = onClusterNews(
    { ...study, ...change },
    {
      kind: 'refused',
      reason: `${reason} for the second time; look on the platform whether the cluster still runs, and end it there`,
    },
  );
  return { ...refused, change: { ...change, ...refused.change } };
}
