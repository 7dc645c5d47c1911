import type { Connection } from '@temporalio/client';

/** The server that a command is to speak to. */
export interface AskedServer {
  readonly connection: Pick<Connection, 'options'>;
  readonly namespace: string;
}

/** What a person types to end a workflow that holds an id of ours. @param workflowId one of ours: a word of any shell */
export function commandToEnd(workflowId: string, { connection, namespace }: AskedServer): string {
  const { address } = connection.options;
  return `temporal workflow terminate --workflow-id ${workflowId} --namespace ${namespace} --address ${address}`;
}
