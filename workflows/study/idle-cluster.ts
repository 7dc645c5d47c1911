/** A cluster on which nothing of the study runs any more is given back though what its jobs gave can't be had yet, as when a disk is full. */
import { condition, patched } from '@temporalio/workflow';
import { silenceMs } from '../effect-policies.ts';
import { returnCluster } from './lend-cluster.ts';
import type { StudyContext } from './study-context.ts';

const idleWait = { summary: 'until the cluster, on which nothing runs, is given back' } as const;

/** Runs until it is cancelled. Collecting mostly takes seconds, and failed runs may run again on the same cluster: only what lasts is acted on. */
export async function returnIdleCluster(context: StudyContext): Promise<void> {
  const { ledger, input } = context;
  for (;;) {
    await condition(() => isIdle(context));
    // Studies of before kept it until all was collected.
    if (!patched('idle-cluster-returned')) return;
    if (await condition(() => !isIdle(context), silenceMs(input.pace), idleWait)) continue;
    const name = ledger.state.plan?.cluster?.kind === 'own' ? ledger.state.plan.cluster.name : '';
    await returnCluster(context);
    ledger.note(
      `Cluster ${name} was given back, as none of the study's jobs runs on it any more, though what they gave isn't collected yet; failed runs that run again ask for another one`,
    );
  }
}

/** All jobs in flight have ended on the platform and are being collected, and no other is to come. */
function isIdle({ ledger }: StudyContext): boolean {
  const { plan, cluster, requests } = ledger.state;
  if (plan?.cluster?.kind !== 'own' || cluster.kind !== 'ready') return false;
  const { queuedRetries, adopted, inFlight } = ledger.jobs.state;
  const isMoreToCome =
    !ledger.stopping &&
    ledger.planned.left + queuedRetries.length + adopted.length + requests.length > 0;
  const phases = Object.values(inFlight).map(({ phase }) => phase);
  return !isMoreToCome && phases.length > 0 && phases.every((phase) => phase === 'collecting');
}
