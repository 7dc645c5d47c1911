/** What a person types to end a workflow that holds an id of ours. @param workflowId one of ours: a word of any shell */
export function commandToEnd(workflowId: string, namespace: string): string {
  return `temporal workflow terminate --workflow-id ${workflowId} --namespace ${namespace}`;
}
