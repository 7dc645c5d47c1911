/** Temporal, as one asks it after workflows: what became of them, what they hold, and to end. */
import {
  isGrpcServiceError,
  QueryNotRegisteredError,
  QueryRejectedError,
  WorkflowNotFoundError,
  type Client,
} from '@temporalio/client';
import { sealedMemo } from '../sealing/envelope.ts';
import { heldClusterName, taskQueue } from './names.ts';

/** The newest execution of a workflow's id. */
export interface WorkflowSeen {
  readonly isOpen: boolean;
  /** Temporal's word, such as `RUNNING` or `TERMINATED`. */
  readonly status: string;
  /** Undefined while it is open. */
  readonly closedAt: Date | undefined;
  /** The study that its memo names; `null` where nobody with our key started it, undefined where it names none. */
  readonly studyId: string | null | undefined;
}

/** Asks after workflows of one namespace. */
export interface WorkflowDesk {
  /** Undefined where Temporal has none of that id, or has forgotten it. */
  look(workflowId: string): Promise<WorkflowSeen | undefined>;
  /** The platform's cluster that a cluster's open workflow has; `null` where it has none yet, undefined where it doesn't say. */
  heldCluster(workflowId: string): Promise<string | null | undefined>;
  /** Asks it to end in its own way; one that is closed stays as it is. */
  cancel(workflowId: string): Promise<void>;
}

/** How long a workflow may take to say what it has: without a worker none says anything. */
const answerMs = 5_000;

/** A desk that asks by this client. */
export function createWorkflowDesk(
  client: Pick<Client, 'workflow' | 'withDeadline'>,
): WorkflowDesk {
  const { workflow } = client;
  return {
    async look(workflowId) {
      try {
        const found = await workflow.getHandle(workflowId).describe();
        const { status, closeTime, memo } = found;
        // With a copy of our memo on another queue, no worker of ours has it.
        const isOurs = found.taskQueue === taskQueue && typeof memo?.[sealedMemo] === 'string';
        const studyId: unknown = isOurs ? memo?.['studyId'] : null;
        return {
          isOpen: status.name === 'RUNNING',
          status: status.name,
          closedAt: closeTime,
          studyId: studyId === undefined || typeof studyId === 'string' ? studyId : null,
        };
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return undefined;
        throw error;
      }
    },
    async heldCluster(workflowId) {
      try {
        return await client.withDeadline(Date.now() + answerMs, () =>
          workflow.getHandle(workflowId).query<string | null>(heldClusterName),
        );
      } catch (error) {
        // One of before has no such answer, and one that has closed meanwhile or has no worker gives none.
        const isSilent =
          isGrpcServiceError(error) ||
          // The client puts an answer that didn't come in time into an error of its own.
          (error instanceof Error && isGrpcServiceError(error.cause)) ||
          error instanceof QueryNotRegisteredError ||
          error instanceof QueryRejectedError ||
          error instanceof WorkflowNotFoundError;
        if (!isSilent) throw error;
        return undefined;
      }
    },
    async cancel(workflowId) {
      try {
        await workflow.getHandle(workflowId).cancel();
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },
  };
}
