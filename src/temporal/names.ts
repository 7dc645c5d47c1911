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

/** Search attributes the engine registers and sets: name -> Temporal's type. */
export const searchAttributes = {
  StudyId: 'KEYWORD',
  StudyName: 'KEYWORD',
  StudyState: 'KEYWORD',
  DesignMethod: 'KEYWORD',
  RunsTotal: 'INT',
  RunsFailed: 'INT',
} as const;
