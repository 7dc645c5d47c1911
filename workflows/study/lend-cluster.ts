/** How a study gets a persistent cluster and gives it back; the cluster's own workflow is its only writer. */
import { getExternalWorkflowHandle, isCancellation, log, patched } from '@temporalio/workflow';
import type { PlanSummary } from '../../src/run/plan-summary.ts';
import { clusterWorkflowId } from '../../src/temporal/names.ts';
import { lossOf } from '../failures.ts';
import { borrowClusterSignal, returnClusterSignal } from '../messages.ts';
import { onAskedAgain } from './cluster-changes.ts';
import { affordsCluster, whyNoCluster } from './keep-budget.ts';
import { keptWhilePaused } from './notes-of-pauses.ts';
import { startCluster, type OwnCluster } from './start-cluster.ts';
import type { StudyContext } from './study-context.ts';

/** How often a study asks anew for a cluster whose workflow ends just then. */
const mostTries = 10;

/** Asks once for what the plan wants; the answer comes as `clusterNews`. A cluster whose workflow is lost is asked for once more. */
export async function askForCluster(context: StudyContext): Promise<void> {
  const { ledger } = context;
  await askRefusedAgain(context);
  while (ledger.state.cluster.kind === 'not-asked' && ledger.state.state === 'Running') {
    const wanted = wantedCluster(context);
    if (wanted === undefined || ledger.state.clusterTrouble !== undefined) return;
    // A lost one is replaced only where there is something left to run on it.
    if (!hasWork(context) && patched('cluster-for-work')) return;
    if (wanted.kind === 'existing') return ledger.clusterAsked(wanted.id);
    if (!(await affordsCluster(context))) return;
    ledger.clusterAsked();
    ledger.showActivity(`waiting for cluster ${wanted.name}`);
    await borrowCluster(context, wanted);
  }
}

/** The platform's limit, or what else stood in the way, may be mended where a person lets the study go on. */
async function askRefusedAgain(context: StudyContext): Promise<void> {
  const { ledger } = context;
  const { cluster, state } = ledger.state;
  if (cluster.kind !== 'refused' || cluster.isSeen !== true || state !== 'Running') return;
  // Studies of before did without it for good.
  if (!patched('refused-asked-again') || !hasWork(context)) return;
  const why = await whyNoCluster(context);
  ledger.book(onAskedAgain(ledger.state, cluster.reason, why));
}

/** What the plan wants; as long as jobs that were begun are on a cluster that is to be left, that one. */
function wantedCluster({ ledger }: StudyContext): PlanSummary['cluster'] {
  const { plan, leavesCluster } = ledger.state;
  const wanted = plan?.cluster;
  if (wanted?.kind !== 'own' || leavesCluster === undefined) return wanted;
  return { ...wanted, spec: leavesCluster };
}

function hasWork({ ledger }: StudyContext): boolean {
  const { jobs, state, guards } = ledger;
  const { queuedRetries, adopted } = jobs.state;
  // Which of the canary's runs run again is known before a cluster is asked for them.
  if (guards.isCanaryAhead && !guards.isCanaryLeft(ledger.planned.left)) {
    return queuedRetries.length > 0 || adopted.length > 0;
  }
  if (ledger.planned.left > 0 || queuedRetries.length > 0 || adopted.length > 0) return true;
  // What may run again is asked before: it is among the queued retries, or it doesn't run.
  if (patched('cluster-for-runs')) return false;
  return jobs.inFlightCount === 0 && (state.requests.length > 0 || ledger.counts.retryable > 0);
}

/** Starts the cluster's workflow, or joins the one that is there; one that closed in between isn't a loss. */
async function borrowCluster(context: StudyContext, cluster: OwnCluster): Promise<void> {
  const { ledger } = context;
  const { name, spec } = cluster;
  const { clusterLosses } = ledger.state;
  for (let tries = 1; ; tries += 1) {
    const isShared = !(await startClusterWorkflow(context, cluster));
    const signalled = await signalBorrow(context, name, spec);
    if (signalled) return;
    if (isShared && tries < mostTries) continue;
    return ledger.clusterGone({ name, losses: clusterLosses, why: 'it could not be found' });
  }
}

/** Asks for the cluster that is waited for or lent: its workflow tells its news once more, and one that is gone is noticed. */
export async function askForClusterAgain(context: StudyContext): Promise<void> {
  const { ledger } = context;
  const { clusterLosses } = ledger.state;
  const held = wantedCluster(context);
  if (held?.kind !== 'own') return;
  if (await signalBorrow(context, held.name, held.spec, { again: true })) {
    return tellSilence(context, held.name);
  }
  ledger.clusterGone({ name: held.name, losses: clusterLosses, why: 'it could not be found' });
}

/** Whoever has the name of the cluster takes messages, and gave no answer to any: it may be nobody of ours. */
function tellSilence({ ledger }: StudyContext, name: string): void {
  const { cluster } = ledger.state;
  if (cluster.kind !== 'asked' || cluster.clusterId !== undefined) return;
  ledger.note(
    `Nothing was heard of cluster ${name} yet: the platform takes long to make it, one before it still ends, no worker is up for its workflow, or somebody else holds the workflow id ${clusterWorkflowId(name)}. doeflow doctor tells which, and what ends that one`,
  );
}

/** False where nobody hears it. */
async function signalBorrow(
  { ledger, input: { studyId }, workflowId }: StudyContext,
  name: string,
  spec: string | undefined,
  more: { readonly again?: true } = {},
): Promise<boolean> {
  const { lostCluster } = ledger.state;
  try {
    await getExternalWorkflowHandle(clusterWorkflowId(name)).signal(borrowClusterSignal, {
      studyWorkflowId: workflowId,
      studyId,
      ...(spec === undefined ? {} : { spec }),
      ...(lostCluster === undefined ? {} : { unlike: lostCluster }),
      ...more,
    });
    return true;
  } catch (error) {
    if (isCancellation(error)) throw error;
    return false;
  }
}

/** A study that waits for a person, with no job under way, pays for no cluster meanwhile, unless its file says so; it asks again when it goes on. */
export async function releaseWhilePaused(context: StudyContext): Promise<void> {
  const { ledger } = context;
  const { plan, cluster, state, leavesCluster } = ledger.state;
  const held = plan?.cluster;
  if (state !== 'Paused' || ledger.jobs.inFlightCount > 0 || held?.kind !== 'own') return;
  if (cluster.kind !== 'asked' && cluster.kind !== 'ready') return;
  if (held.keepWhilePaused === true) {
    // One that an amendment has it leave is told of then.
    if (leavesCluster !== undefined) return;
    return ledger.note(keptWhilePaused(held.name, cluster.clusterId));
  }
  // Studies of before kept it.
  if (!patched('paused-returns-cluster')) return;
  await returnCluster(context);
  ledger.note(
    `Cluster ${held.name} was given back while the study is paused; it is asked for again when the study goes on`,
  );
}

/** Gives the cluster back; it ends when nobody holds it. @param tooShort the platform's id of one in whose place another one is wanted */
export async function returnCluster(context: StudyContext, tooShort?: string): Promise<void> {
  const { ledger } = context;
  const { cluster } = ledger.state;
  const held = wantedCluster(context);
  if (held?.kind !== 'own' || cluster.kind === 'not-asked') return;
  ledger.clusterReturned(tooShort);
  if (await signalReturn(context, held)) return;
  // Studies of before left it to a person.
  if (patched('left-cluster-ends')) return endCluster(context, held);
  ledger.note(
    `Cluster ${held.name} could not be given back, as its workflow is gone: look on the platform whether it still runs, and end it there`,
  );
}

/** Says that the study has none of a cluster that it is told it may have. */
export async function refuseCluster(context: StudyContext): Promise<void> {
  const held = context.ledger.state.plan?.cluster;
  if (held?.kind === 'own') await signalReturn(context, held);
}

/** Gives back a cluster that the study may have left on: one that a lost execution of it had asked for, or whose workflow was lost; not the one that it has. */
export async function returnClusterLeft(context: StudyContext): Promise<void> {
  const { cluster, clusterLosses } = context.ledger.state;
  const held = wantedCluster(context);
  if (held?.kind !== 'own' || cluster.kind === 'asked' || cluster.kind === 'ready') return;
  const isLeft = held.left === true || (clusterLosses > 0 && patched('left-cluster-ends'));
  if (!isLeft) return;
  if (!(await signalReturn(context, held))) await endCluster(context, held);
}

/** False where the cluster's workflow is gone. */
async function signalReturn(
  { input: { studyId }, workflowId }: StudyContext,
  { name }: OwnCluster,
): Promise<boolean> {
  try {
    await getExternalWorkflowHandle(clusterWorkflowId(name)).signal(returnClusterSignal, {
      studyWorkflowId: workflowId,
      studyId,
    });
    return true;
  } catch (error) {
    log.info('The workflow of the cluster is gone', { error });
    return false;
  }
}

/** Has a further workflow look for what that of the cluster left on the platform, and end it: nobody wants it any more. */
async function endCluster(context: StudyContext, cluster: OwnCluster): Promise<void> {
  const carried = { state: { name: 'creating' }, borrowers: [], everBorrowed: true } as const;
  await startCluster(context, cluster, { takesOver: true, carried });
}

/** False where another study made it, or the one that this study had before is ending. */
async function startClusterWorkflow(context: StudyContext, cluster: OwnCluster): Promise<boolean> {
  const { ledger } = context;
  const { name } = cluster;
  const { clusterLosses: losses } = ledger.state;
  const child = await startCluster(context, cluster, losses === 0 ? {} : { takesOver: true });
  if (child === undefined) return false;
  child
    .result()
    .catch((error: unknown) => ledger.clusterGone({ name, losses, why: lossOf(error) }));
  return true;
}
