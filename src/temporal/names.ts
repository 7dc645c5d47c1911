/**
 * Every name by which processes find each other on a Temporal cluster. Workflows import this file: nothing here may touch
 * Node, a clock or the environment.
 */

/** Workflows and control activities. Versioned by hand when a worker must not share work with older ones. */
export const taskQueue = 'doeflow';

/** Uploads and downloads: few slots, long attempts. */
export const transferTaskQueue = 'doeflow-transfer';

/** One open execution per name. */
export function studyWorkflowId(studyName: string): string {
  return `study-${studyName}`;
}

/** Schedule of a recurring study; an occurrence's workflow has this id with its time behind it. */
export function recurringScheduleId(name: string): string {
  return `recurring-${name}`;
}

/**
 * @param jobNumber From 1, over the life of the study, retries included.
 * @param again 0 for the job's first workflow; 1, 2, … for those that took it over, each from one that was gone.
 */
export function jobWorkflowId(studyId: string, jobNumber: number, again = 0): string {
  const first = `${studyId}-job-${jobNumber}`;
  return again === 0 ? first : `${first}-again-${again}`;
}

/** One writer per cluster: every order to it goes through this workflow. */
export function clusterWorkflowId(clusterName: string): string {
  return `cluster-${clusterName}`;
}

/** By this name a study's workflow is asked how far it is. */
export const progressName = 'progress';

/** By this name a cluster's workflow is asked for the platform's cluster that it has. */
export const heldClusterName = 'heldCluster';

/** Schedule of the reaper, and the workflow that a worker starts at its own start; each coming has this id with its time behind it. */
export const reaperId = 'reaper';

/** Schedule of an archive; a pass's workflow has this id with its time behind it. */
export function archiveScheduleId(archive: string): string {
  return `archive-${archive}`;
}

/** One writer per destination, whoever asks. */
export function archiveIntoWorkflowId(destinationKey: string): string {
  return `archive-into-${destinationKey}`;
}

/** @param batch from 1 */
export function archiveBatchWorkflowId(archive: string, passTime: string, batch: number): string {
  return `archive-${archive}-${withoutColons(passTime)}-batch-${batch}`;
}

/** One proposal of an archive waits at a time: a newer one takes its place. */
export function archiveApprovalWorkflowId(archive: string): string {
  return `archive-${archive}-approval`;
}

/** Chooses an archive's jobs and does nothing else. */
export function archivePreviewWorkflowId(archive: string): string {
  return `archive-${archive}-dry-run`;
}

/** Pages of the Temporal UI take no colons in ids of our own. */
function withoutColons(time: string): string {
  return time.replaceAll(':', '-');
}

/** Whether a workflow's id is one that we give; such an id is a word of any shell. */
export function isOwnId(workflowId: string): boolean {
  return (
    /^(?:study|cluster|recurring|archive)-[\w.:-]+$/u.test(workflowId) ||
    /^reaper(?:-[\w.:-]+)?$/u.test(workflowId) ||
    /^\w[\w.-]*-job-\d+(?:-again-\d+)?$/u.test(workflowId)
  );
}

/** Search attributes the engine registers and sets: name -> Temporal's type. */
export const searchAttributes = {
  StudyId: 'KEYWORD',
  StudyName: 'KEYWORD',
  StudyState: 'KEYWORD',
  DesignMethod: 'KEYWORD',
  RunsTotal: 'INT',
  RunsFailed: 'INT',
  RunsDone: 'INT',
  /** The platform's account that is charged, where it is known; else who started the study, by the name on that machine. */
  StudyOwner: 'KEYWORD',
  /** As `doeflow list` has it, with its currency: text, as it is a range. */
  StudyCost: 'KEYWORD',
  /** The archive or recurring study that a workflow belongs to. */
  FlowName: 'KEYWORD',
  /** What a pass is doing, or how it ended. */
  FlowState: 'KEYWORD',
} as const;
