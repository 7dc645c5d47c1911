/**
 * All workflows a worker serves, each behind the guard of its input. Names are part of every history: never rename one in place. One without a
 * guard doesn't compile.
 */
import * as archiveApproval from './archive/archive-approval-workflow.ts';
import * as archiveBatch from './archive/archive-batch-workflow.ts';
import * as archiveInto from './archive/archive-into-workflow.ts';
import * as archivePreview from './archive/archive-preview-workflow.ts';
import * as archive from './archive/archive-workflow.ts';
import * as cluster from './cluster/cluster-workflow.ts';
import * as doeJob from './doe-job/doe-job-workflow.ts';
import { behindGuards } from './guards/behind-guards.ts';
import * as reaper from './reaper/reaper-workflow.ts';
import * as recurringStudy from './recurrence/recurring-study-workflow.ts';
import * as study from './study/study-workflow.ts';

export const {
  studyWorkflow,
  doeJobWorkflow,
  clusterWorkflow,
  reaperWorkflow,
  recurringStudyWorkflow,
  archiveWorkflow,
  archiveIntoWorkflow,
  archiveBatchWorkflow,
  archiveApprovalWorkflow,
  archivePreviewWorkflow,
} = behindGuards({
  ...study,
  ...doeJob,
  ...cluster,
  ...reaper,
  ...recurringStudy,
  ...archive,
  ...archiveInto,
  ...archiveBatch,
  ...archiveApproval,
  ...archivePreview,
});
