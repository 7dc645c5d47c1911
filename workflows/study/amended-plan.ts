/** What an amendment changes of a study that is started, or under way. Pure. */
import type { AmendedPlan, ReadRevision } from '../../src/run/amend-messages.ts';
import type { RetryRequest } from '../../src/run/messages.ts';
import type { PlanSummary } from '../../src/run/plan-summary.ts';
import { onSharedAnew } from './shared-settled.ts';
import type { StudyChange, StudyLedgerState } from './study-state.ts';
import { withAdded } from './with-added.ts';

/** The study runs by its plan, which may be an amended one: with the files of that, and with the runs that it adds. */
export function onPlanned(
  { requests, revision }: Pick<StudyLedgerState, 'requests' | 'revision'>,
  plan: PlanSummary,
  retry: RetryRequest | undefined,
): Partial<StudyLedgerState> {
  const { revision: amended, hasAdded, onlyAmended, takenUp } = plan;
  const onlyAsked = retry === undefined ? takenUp?.onlyBegun : retry.runs !== 'failed';
  return {
    state: 'Running',
    onlyRequests: onlyAsked === true || onlyAmended === true,
    ...(amended === undefined
      ? {}
      : { revision: Math.max(revision ?? amended, amended), sentRevision: amended }),
    ...(plan.readsAnew === true ? { anew: { after: [] } } : {}),
    ...(plan.cluster?.kind === 'own' && plan.cluster.leftSpec !== undefined
      ? { leavesCluster: plan.cluster.leftSpec }
      : {}),
    ...(hasAdded === true && onlyAsked !== true ? { requests: withAdded(requests) } : {}),
  };
}

/** The files of a revision are on the platform; what was amended by then is so from now on, and what others have of it isn't run. */
export function onRevisionSent(
  state: StudyLedgerState,
  sentRevision: number,
  { note, amended, shared, clusterSpec }: Omit<ReadRevision, 'files'>,
): StudyChange {
  const onPlan = onAmended(state, sentRevision, amended);
  const change = { ...onPlan, ...onOtherCluster({ ...state, ...onPlan }, clusterSpec) };
  if (shared === undefined) return { change, note };
  return { change: { ...change, ...onSharedAnew({ ...state, ...change }, shared).change }, note };
}

function onAmended(
  { plan, requests }: Pick<StudyLedgerState, 'plan' | 'requests'>,
  sentRevision: number,
  amended: AmendedPlan | undefined,
): StudyChange['change'] {
  if (amended === undefined || plan === undefined) return { sentRevision };
  return {
    sentRevision,
    plan: { ...withoutAmended(plan), ...amended },
    ...(amended.readsAnew === true ? { anew: { after: [] } } : {}),
    ...(amended.hasAdded === true ? { requests: withAdded(requests) } : {}),
  };
}

/** Another cluster is wanted: the one that the study has, or may have, is left. One that was refused may be had so. */
function onOtherCluster(
  { plan, cluster, leavesCluster }: StudyLedgerState,
  spec: string | undefined,
): StudyChange['change'] {
  const held = plan?.cluster;
  if (plan === undefined || held?.kind !== 'own' || spec === undefined) return {};
  if (held.spec === undefined || held.spec === spec) return {};
  const old = leavesCluster ?? held.spec;
  const isHeld = cluster.kind === 'asked' || cluster.kind === 'ready';
  return {
    plan: { ...plan, cluster: { ...held, spec } },
    leavesCluster: old === spec || !(isHeld || leavesCluster !== undefined) ? undefined : old,
    ...(cluster.kind === 'refused' ? { cluster: { ...cluster, isSeen: true } } : {}),
  };
}

/** The plan without what an amendment may take away. */
function withoutAmended({
  hasCostLimit: _limit,
  guards: _guards,
  hasAdded: _added,
  withdrawnRuns: _withdrawn,
  emptyJobs: _empty,
  readsAnew: _anew,
  ...fixed
}: PlanSummary): PlanSummary {
  return fixed;
}
