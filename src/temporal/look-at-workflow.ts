/** What Temporal knows of a workflow, by its id. */
import { WorkflowNotFoundError, type Client } from '@temporalio/client';

/** The newest execution of a workflow's id. */
export interface WorkflowSeen {
  readonly isOpen: boolean;
  /** Temporal's word, such as `RUNNING` or `TERMINATED`. */
  readonly status: string;
  /** Undefined while it is open. */
  readonly closedAt: Date | undefined;
  /** The study that its memo names; `null` where the memo was not sealed with our key, undefined where it names none. */
  readonly studyId: string | null | undefined;
}

/** Undefined where Temporal has none of that id, or has forgotten it. */
export type LookAtWorkflow = (workflowId: string) => Promise<WorkflowSeen | undefined>;

/** Looks at workflows of the client's namespace. */
export function createLookAtWorkflow(client: Client): LookAtWorkflow {
  return async (workflowId) => {
    try {
      const { status, closeTime, memo } = await client.workflow.getHandle(workflowId).describe();
      const studyId: unknown = memo?.['studyId'];
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
  };
}
