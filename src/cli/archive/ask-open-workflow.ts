import type { Engine } from '../engine/open-engine.ts';

/** The answer of an open workflow to a query; undefined where none of the id is open, `silent` where no worker answers. */
export async function askOpenWorkflow<T>(
  { temporalClient, connection }: Engine,
  workflowId: string,
  query: string,
): Promise<T | 'silent' | undefined> {
  const { WorkflowNotFoundError } = await import('@temporalio/client');
  const handle = temporalClient.workflow.getHandle(workflowId);
  try {
    const { status } = await handle.describe();
    if (status.name !== 'RUNNING') return undefined;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
  try {
    return await connection.withDeadline(Date.now() + 10_000, () => handle.query<T>(query));
  } catch (error) {
    return error instanceof WorkflowNotFoundError ? undefined : 'silent';
  }
}
