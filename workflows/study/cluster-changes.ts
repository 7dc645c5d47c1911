/** What a study's cluster changes in the study. Pure. */
import type { ClusterNews, JobEnd } from '../../src/run/messages.ts';
import type { StudyChange, StudyLedgerState } from './study-state.ts';

/** The cluster is asked for; one that exists is ready at once. */
export function onClusterAsked(existingId?: string): StudyChange {
  const cluster =
    existingId === undefined
      ? ({ kind: 'asked' } as const)
      : ({ kind: 'ready', clusterId: existingId } as const);
  return { change: { cluster } };
}

/** Fresh clusters that a study asks for one after the other, while no run is done on any of them. */
export const freshClusters = 3;

type ClusterStudy = Pick<
  StudyLedgerState,
  'cluster' | 'state' | 'plan' | 'done' | 'lostCluster' | 'clustersLost' | 'doneAtLoss'
>;

/** Its workflow tells of it, perhaps once more, as it does when it is asked again. @param now ISO 8601 */
export function onClusterNews(study: ClusterStudy, news: ClusterNews, now: string): StudyChange {
  const { cluster, state, plan } = study;
  switch (news.kind) {
    case 'lost':
      return onLost(study, news.clusterId, news.reason);
    case 'starting': {
      const { clusterId, status } = news;
      if (cluster.kind !== 'asked') return { change: {} };
      if (cluster.clusterId === clusterId && cluster.status === status) return { change: {} };
      const own = plan?.cluster?.kind === 'own' ? plan.cluster : undefined;
      const activity = `waiting for cluster ${own?.name ?? ''} (${clusterId}): ${status} since ${now}; it is paid for from its start${own?.spec === undefined ? '' : `, as ${own.spec}`}`;
      return {
        change: {
          cluster: { kind: 'asked', clusterId, status },
          ...shownIfRunning(state, activity),
        },
      };
    }
    case 'ready': {
      const isKnown = cluster.kind === 'ready' && cluster.clusterId === news.clusterId;
      // One that was given back meanwhile: whoever needs it asks again.
      const isUnwanted = cluster.kind === 'not-asked' || news.clusterId === study.lostCluster;
      if (isKnown || isUnwanted) return { change: {} };
      const { kind, clusterId, shared } = news;
      const name = plan?.cluster?.kind === 'own' ? plan.cluster.name : clusterId;
      return {
        change: { cluster: { kind, clusterId }, ...shownIfRunning(state, 'running jobs') },
        ...(shared === true
          ? { note: `Cluster ${name} was lent to this study while another study had it, too` }
          : {}),
      };
    }
    case 'taken':
      return {
        change: { cluster: { kind: 'not-asked' }, clusterTrouble: news.reason },
      };
    case 'refused':
      if (cluster.kind === 'refused') return { change: {} };
      return {
        change: { cluster: news, ...shownIfRunning(state, 'running jobs') },
        note: refusalNote(news.reason),
      };
  }
}

function refusalNote(reason: string): string {
  return `No cluster, so jobs run on their own hardware: ${reason}`;
}

/** One that was refused is asked for once more, or isn't. @param why it isn't, as its cost has no room */
export function onAskedAgain(
  { notes, plan }: Pick<StudyLedgerState, 'notes' | 'plan'>,
  reason: string,
  why: string | undefined,
): StudyChange {
  const name = plan?.cluster?.kind === 'own' ? ` ${plan.cluster.name}` : '';
  if (why !== undefined) {
    return {
      change: { cluster: { kind: 'refused', reason } },
      note: `Cluster${name} is not asked for again: ${why}`,
    };
  }
  return {
    change: {
      cluster: { kind: 'not-asked' },
      notes: notes.filter((note) => note !== refusalNote(reason)),
    },
    note: `Cluster${name} was asked for once more as the study went on; before, its jobs ran on their own hardware: ${reason}`,
  };
}

function shownIfRunning(
  state: StudyLedgerState['state'],
  activity: string,
): Pick<StudyChange['change'], 'activity'> {
  return state === 'Running' ? { activity } : {};
}

/** A cluster is there no more: the next one is asked for where there is work for it, unless too many were lost in a row. */
function onLost(study: ClusterStudy, clusterId: string, reason: string): StudyChange {
  const { cluster, lostCluster, doneAtLoss, done } = study;
  const held = 'clusterId' in cluster ? cluster.clusterId : undefined;
  const isHeld = cluster.kind === 'asked' || cluster.kind === 'ready';
  // News that was on its way for long tells of one that the study had before.
  if (!isHeld || clusterId === lostCluster || (held ?? clusterId) !== clusterId) {
    return { change: {} };
  }
  const clustersLost = done > doneAtLoss ? 1 : study.clustersLost + 1;
  const change = {
    cluster: { kind: 'not-asked' },
    ...{ lostCluster: clusterId, clustersLost, doneAtLoss: done },
  } as const;
  const lost = `Cluster ${clusterId} was lost: ${reason}`;
  if (study.plan?.cluster?.kind === 'existing') {
    const clusterTrouble = `cluster ${clusterId}, which the study file names, was lost: ${reason}`;
    return { change: { ...change, clusterTrouble }, note: lost };
  }
  if (clustersLost > freshClusters) {
    const clusterTrouble = `${clustersLost} clusters were lost one after the other, and no run was done meanwhile; the last, ${clusterId}: ${reason}`;
    return { change: { ...change, clusterTrouble }, note: lost };
  }
  return {
    change,
    note: `${lost}. What it hasn't run goes to a fresh one (${clustersLost} of ${freshClusters} in a row)`,
  };
}

/** A job ended with the cluster that the study holds: nothing more is sent there, though its workflow may not know yet. */
export function onEndedWithCluster(
  study: ClusterStudy,
  { lostCluster }: Pick<JobEnd, 'lostCluster'>,
): StudyChange {
  const isHeld = study.cluster.kind === 'ready' && study.cluster.clusterId === lostCluster;
  return lostCluster === undefined || !isHeld
    ? { change: {} }
    : onLost(study, lostCluster, 'jobs on it ended with it');
}

/** It is given back. @param tooShort the platform's id of one that hasn't the time for what is left: another one is wanted */
export function onClusterReturned(tooShort?: string): StudyChange['change'] {
  const cluster = { kind: 'not-asked' } as const;
  return tooShort === undefined ? { cluster } : { cluster, lostCluster: tooShort };
}

/** Someone has seen why there was no cluster: the study may ask again. */
export const clustersSeen = { clusterTrouble: undefined, clustersLost: 0 } as const;

/** A workflow of the cluster that ended without a word. */
export interface ClusterLoss {
  readonly name: string;
  /** Such losses that were known when it was asked. */
  readonly losses: number;
  readonly why: string;
}

/** The cluster is asked for once more, then jobs run without it. */
export function onClusterLoss(
  study: ClusterStudy & Pick<StudyLedgerState, 'clusterLosses'>,
  { name, losses, why }: ClusterLoss,
): StudyChange {
  const isHeld = study.cluster.kind === 'asked' || study.cluster.kind === 'ready';
  if (!isHeld || study.clusterLosses !== losses) return { change: {} };
  const reason = `the workflow of cluster ${name} ended before its time (${why})`;
  const change = { cluster: { kind: 'not-asked' }, clusterLosses: losses + 1 } as const;
  if (losses === 0) return { change, note: `Asked for the cluster again: ${reason}` };
  const told = `${reason} for the second time; look on the platform whether the cluster still runs, and end it there`;
  const refused = onClusterNews({ ...study, ...change }, { kind: 'refused', reason: told }, '');
  return { ...refused, change: { ...change, ...refused.change } };
}
