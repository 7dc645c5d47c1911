/** All workflows a worker serves. Names are part of every history: never rename one in place. */
export { studyWorkflow } from './study/study-workflow.ts';
export { doeJobWorkflow } from './doe-job/doe-job-workflow.ts';
export { clusterWorkflow } from './cluster/cluster-workflow.ts';
export { recurringStudyWorkflow } from './recurrence/recurring-study-workflow.ts';
export { archiveWorkflow } from './archive/archive-workflow.ts';
export { archiveIntoWorkflow } from './archive/archive-into-workflow.ts';
export { archiveBatchWorkflow } from './archive/archive-batch-workflow.ts';
export { archiveApprovalWorkflow } from './archive/archive-approval-workflow.ts';
export { archivePreviewWorkflow } from './archive/archive-preview-workflow.ts';
