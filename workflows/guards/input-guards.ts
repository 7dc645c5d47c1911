/** The guard of every workflow’s input, by the name of the workflow. */
import type {
  ApprovalInput,
  ArchiveInput,
  ArchiveIntoInput,
  RecurringStudyInput,
} from '../../src/run/archive-contract.ts';
import type { ReaperInput } from '../../src/run/reaper-contract.ts';
import type { StudyInput } from '../../src/run/messages.ts';
import type { ArchiveBatchInput } from '../archive/archive-batch-workflow.ts';
import type { ClusterInput } from '../cluster/cluster-workflow.ts';
import type { DoeJobInput, TakeOver } from '../doe-job/doe-job-input.ts';
import { approvalInput, orderSummary, passFields } from './archive-guards.ts';
import { carriedCluster, carriedStudy, passProgress } from './carried-guards.ts';
import { flag, list, object, oneOf, optional, text, time, whole, type Guard } from './guard.ts';
import { borrower, pace, retryRequest, stopMode } from './study-guards.ts';

const archiveInput = object<ArchiveInput>({
  archive: text('archive'),
  pace,
  passTime: optional(time),
});

/** The input of each workflow. */
export interface WorkflowInputs {
  readonly studyWorkflow: StudyInput;
  readonly doeJobWorkflow: DoeJobInput;
  readonly clusterWorkflow: ClusterInput;
  readonly reaperWorkflow: ReaperInput;
  readonly recurringStudyWorkflow: RecurringStudyInput;
  readonly archiveWorkflow: ArchiveInput;
  readonly archiveIntoWorkflow: ArchiveIntoInput;
  readonly archiveBatchWorkflow: ArchiveBatchInput;
  readonly archiveApprovalWorkflow: ApprovalInput;
  readonly archivePreviewWorkflow: ArchiveInput;
}

/** The table. */
export const inputGuards: { readonly [Name in keyof WorkflowInputs]: Guard<WorkflowInputs[Name]> } =
  {
    studyWorkflow: object<StudyInput>({
      studyId: text('studyId'),
      studyName: text('studyName'),
      planHash: text('planHash'),
      ticket: optional(text('ticket')),
      retry: optional(retryRequest),
      unattended: optional(flag),
      resultsDir: optional(text('folder')),
      pace,
      carried: optional(carriedStudy),
    }),
    doeJobWorkflow: object<DoeJobInput>({
      studyId: text('studyId'),
      studyWorkflowId: text('studyWorkflowId'),
      jobNumber: whole('ordinal'),
      revision: optional(whole('ordinal')),
      clusterId: optional(text('platformId')),
      abreast: optional(whole('ordinal')),
      pace,
      takeOver: optional(
        object<TakeOver>({
          jobId: optional(text('platformId')),
          stopMode: optional(stopMode),
          waitMs: whole('waitMs'),
        }),
      ),
    }),
    clusterWorkflow: object<ClusterInput>({
      name: text('name'),
      studyId: text('studyId'),
      pace,
      takesOver: optional(flag),
      spec: optional(text('sentence')),
      waiting: optional(list(borrower)),
      carried: optional(carriedCluster),
    }),
    reaperWorkflow: object<ReaperInput>({ reason: oneOf('start', 'schedule'), pace }),
    recurringStudyWorkflow: object<RecurringStudyInput>({
      schedule: text('schedule'),
      pace,
      passTime: optional(time),
    }),
    archiveWorkflow: archiveInput,
    archiveIntoWorkflow: object<ArchiveIntoInput>({
      ...passFields,
      pace,
      order: orderSummary,
      work: oneOf('archive', 'delete'),
      carried: optional(passProgress),
    }),
    archiveBatchWorkflow: object<ArchiveBatchInput>({
      ...passFields,
      batch: whole('ordinal'),
      pace,
    }),
    archiveApprovalWorkflow: approvalInput,
    archivePreviewWorkflow: archiveInput,
  };
