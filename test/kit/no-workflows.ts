import type { WorkflowDesk } from '../../src/temporal/workflow-desk.ts';

/** A Temporal server that has no workflow. */
export const noWorkflows: WorkflowDesk = {
  look: () => Promise.resolve(undefined),
  heldCluster: () => Promise.resolve(undefined),
  cancel: () => Promise.resolve(),
};
