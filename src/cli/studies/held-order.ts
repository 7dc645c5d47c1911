/** Whether Temporal has an order that nobody answered, and what a person is told of it. */
import type { Engine } from '../engine/open-engine.ts';
import type { OpenStudy } from './open-study.ts';

/** `held`: it waits for a worker; `taken`: a worker has it; `unknown`: Temporal doesn't have it, or doesn't say. */
export type HeldOrder = 'held' | 'taken' | 'unknown';

/** A person who leaves waits for it. */
const patienceMs = 800;
/** Temporal's number for an update that a worker has accepted. */
const acceptedStage = 2;

/** Asks Temporal whether it has the order of this id. */
export async function holdsOrder(
  {
    temporalClient,
    connection,
    namespace,
  }: Pick<Engine, 'temporalClient' | 'connection' | 'namespace'>,
  { handle }: { readonly handle: Pick<OpenStudy['handle'], 'workflowId'> },
  updateId: string,
): Promise<HeldOrder> {
  const { workflowId } = handle;
  try {
    // Without a stage to wait for, the answer comes at once.
    const { stage } = await temporalClient.withDeadline(Date.now() + patienceMs, () =>
      connection.workflowService.pollWorkflowExecutionUpdate({
        namespace,
        updateRef: { workflowExecution: { workflowId }, updateId },
      }),
    );
    return (stage ?? 0) >= acceptedStage ? 'taken' : 'held';
  } catch {
    return 'unknown';
  }
}

/** Whether the order stands, in sentences without the last full stop. @param order.to completes "the order to …" */
export function keptWords(
  { to, kept }: { readonly to: string; readonly kept?: string },
  held: HeldOrder,
): string {
  const holds = kept === undefined ? '' : `${kept}. `;
  if (held === 'taken')
    return `${holds}The order to ${to} was taken by a worker, and is carried out`;
  if (held === 'held') {
    return `${holds}The order to ${to} was sent: Temporal holds it, and it is carried out once a worker is there. Only a restart of the Temporal server before that loses it`;
  }
  return `${holds}Whether the order to ${to} arrived is not known: Temporal does not say that it has it`;
}
