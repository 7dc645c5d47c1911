import type { ClusterNews } from '../../src/run/messages.ts';

/**
 * The life of a cluster.
 *
 *     creating -> starting -> running -> returned -> ended
 *         |           |          \-> ended
 *         \-----------\-> refused
 *
 * One that everyone gives back before it is made is unwanted; before it is started: ended.
 */
export type ClusterState =
  | { readonly name: 'creating' }
  | { readonly name: 'starting'; readonly clusterId: string }
  /** Followed from the start on; jobs may have it while its status is `Started`. */
  | { readonly name: 'running'; readonly clusterId: string; readonly status: string }
  /** Nobody borrows it any more; it is to be ended. */
  | { readonly name: 'returned'; readonly clusterId: string }
  | { readonly name: 'ended'; readonly clusterId: string; readonly reason: string }
  /** Everyone gave it back before it was made. */
  | { readonly name: 'unwanted' }
  /** The platform turned it down. */
  | { readonly name: 'refused'; readonly reason: string };

/** What a borrower has to know of a cluster in this state; undefined while there is nothing to say. */
export function newsOf(state: ClusterState): ClusterNews | undefined {
  switch (state.name) {
    case 'creating':
    case 'starting':
    case 'returned':
    case 'unwanted':
      return undefined;
    case 'running':
      return newsOfStatus(state.clusterId, state.status);
    case 'ended':
      return { kind: 'lost', clusterId: state.clusterId, reason: state.reason };
    case 'refused':
      return { kind: 'refused', reason: state.reason };
  }
}

/** True where a borrower has to hear of the later state. */
export function isNews(before: ClusterState, later: ClusterState): boolean {
  const [a, b] = [newsOf(before), newsOf(later)];
  if (a?.kind === 'starting' && b?.kind === 'starting') return a.status !== b.status;
  return a?.kind !== b?.kind;
}

function newsOfStatus(clusterId: string, status: string): ClusterNews | undefined {
  if (status === 'Started') return { kind: 'ready', clusterId };
  return status === 'Not Started' ? undefined : { kind: 'starting', clusterId, status };
}

/** The state in a few words, for the Temporal UI. */
export function describeState(state: ClusterState): string {
  switch (state.name) {
    case 'creating':
    case 'starting':
    case 'returned':
    case 'unwanted':
      return state.name;
    case 'running':
      return state.status;
    case 'ended':
    case 'refused':
      return `${state.name}: ${state.reason}`;
  }
}
