/** How a study gets a persistent cluster and gives it back; the cluster's own workflow is its only writer. */
import {
  getExternalWorkflowHandle,
  isCancellation,
  log,
  ParentClosePolicy,
  patched,
  startChild,
} from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { clusterWorkflowId } from '../../src/temporal/names.ts';
import { clusterWorkflow } from '../cluster/cluster-workflow.ts';
import { lossOf } from '../failures.ts';
import { borrowClusterSignal, returnClusterSignal } from '../messages.ts';
import { startApart } from './start-apart.ts';
import type { StudyContext } from './study-context.ts';

/** Asks once for what the plan wants; the answer comes as `clusterNews`. A cluster whose workflow is lost is asked for once more. */
export async function askForCluster(context: StudyContext): Promise<void> {
  const { ledger } = context;
  while (ledger.state.cluster.kind === 'not-asked' && ledger.state.state === 'Running') {
    const wanted = ledger.state.plan?.cluster;
    if (wanted === undefined) return;
    if (wanted.kind === 'existing') return ledger.clusterAsked(wanted.id);
    ledger.clusterAsked();
    ledger.showActivity(`waiting for cluster ${wanted.name}`);
    await startClusterWorkflow(context, wanted.name);
    await askForClusterAgain(context);
  }
}

/** Asks for the cluster that is waited for or lent: its workflow tells its news once more, and one that is gone is noticed. */
export async function askForClusterAgain({
  ledger,
  input: { studyId },
  workflowId,
}: StudyContext): Promise<void> {
  const held = ledger.state.plan?.cluster;
  if (held?.kind !== 'own') return;
  const { clusterLosses } = ledger.state;
  try {
    await getExternalWorkflowHandle(clusterWorkflowId(held.name)).signal(borrowClusterSignal, {
      studyWorkflowId: workflowId,
      studyId,
    });
  } catch (error) {
    if (isCancellation(error)) throw error;
    ledger.clusterGone({
      name: held.name,
      losses: clusterLosses,
      why: 'it could not be found',
    });
  }
}

/** A study that waits for a person, with no job under way, pays for no cluster meanwhile, unless its file says so; it asks again when it goes on. */
export async function releaseWhilePaused(context: StudyContext): Promise<void> {
  const { ledger } = context;
  const { plan, cluster, state } = ledger.state;
  const held = plan?.cluster;
  if (state !== 'Paused' || ledger.jobs.inFlightCount > 0 || held?.kind !== 'own') return;
  if (cluster.kind !== 'asked' && cluster.kind !== 'ready') return;
  if (held.keepWhilePaused === true) {
    return ledger.note(
      `Cluster ${held.name} is kept while the study is paused, as its file says, and costs what it costs until its walltime`,
    );
  }
  // Studies of before kept it.
  if (!patched('paused-returns-cluster')) return;
  await returnCluster(context);
  ledger.note(
    `Cluster ${held.name} was given back while the study is paused; it is asked for again when the study goes on`,
  );
}

/** Gives the cluster back; it ends when nobody holds it. */
export async function returnCluster({
  ledger,
  input: { studyId },
  workflowId,
}: StudyContext): Promise<void> {
  const { plan, cluster } = ledger.state;
  const held = plan?.cluster;
  if (held?.kind !== 'own' || cluster.kind === 'not-asked') return;
  ledger.clusterReturned();
  try {
    await getExternalWorkflowHandle(clusterWorkflowId(held.name)).signal(returnClusterSignal, {
      studyWorkflowId: workflowId,
      studyId,
    });
  } catch (error) {
    log.info('The workflow of the cluster is gone', { error });
    ledger.note(
      `Cluster ${held.name} could not be given back, as its workflow is gone: look on the platform whether it still runs, and end it there`,
    );
  }
}

async function startClusterWorkflow({ input, ledger }: StudyContext, name: string): Promise<void> {
  const { clusterLosses } = ledger.state;
  try {
    const child = await startApart(() =>
      startChild(clusterWorkflow, {
        workflowId: clusterWorkflowId(name),
        parentClosePolicy: ParentClosePolicy.ABANDON,
        args: [
          {
            name,
            studyId: input.studyId,
            pace: input.pace,
            ...(clusterLosses === 0 ? {} : { takesOver: true }),
          },
        ],
        staticSummary: `Persistent cluster ${name}`,
      }),
    );
    child
      .result()
      .catch((error: unknown) =>
        ledger.clusterGone({ name, losses: clusterLosses, why: lossOf(error) }),
      );
  } catch (error) {
    // Another study made it: they share it.
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    ledger.note(`Cluster ${name} is shared with another study`);
  }
}
