import {
  ParentClosePolicy,
  startChild,
  workflowInfo,
  WorkflowIdReusePolicy,
  type ChildWorkflowHandle,
} from '@temporalio/workflow';
import {
  defineSearchAttributeKey,
  WorkflowExecutionAlreadyStartedError,
  type SearchAttributePair,
} from '@temporalio/common';
import type { PreparedRecurrence } from '../../src/run/archive-contract.ts';
import type { Pace, StudyInput, StudyResult } from '../../src/run/messages.ts';
import { studyWorkflowId, taskQueue } from '../../src/temporal/names.ts';

const studyOwnerKey = defineSearchAttributeKey('StudyOwner', 'KEYWORD');

/** The workflow of a study, by its shape. */
export type StudyWorkflow = (input: StudyInput) => Promise<StudyResult>;

/**
 * Starts the study of an occurrence as the command line starts one: the same id, memo and search attributes. Undefined where a study of this
 * name is open.
 */
export async function startStudy(
  prepared: PreparedRecurrence,
  pace: Pace,
): Promise<ChildWorkflowHandle<StudyWorkflow> | undefined> {
  const { studyId, studyName, planHash, ticket } = prepared;
  const input: StudyInput = {
    studyId,
    studyName,
    planHash,
    pace,
    unattended: true,
    ...(ticket === undefined ? {} : { ticket }),
  };
  try {
    return await startChild<StudyWorkflow>('studyWorkflow', {
      workflowId: studyWorkflowId(studyName),
      taskQueue,
      args: [input],
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
      // The study's jobs are paid for: it goes on whatever becomes of this workflow.
      parentClosePolicy: ParentClosePolicy.ABANDON,
      memo: { studyId, planHash },
      typedSearchAttributes: [
        { key: defineSearchAttributeKey('StudyId', 'KEYWORD'), value: studyId },
        { key: defineSearchAttributeKey('StudyName', 'KEYWORD'), value: studyName },
        { key: defineSearchAttributeKey('DesignMethod', 'KEYWORD'), value: prepared.method },
        { key: defineSearchAttributeKey('RunsTotal', 'INT'), value: prepared.runs },
        ...ownerOfOrder(),
      ],
      staticSummary: prepared.summary,
      staticDetails: prepared.details,
    });
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return undefined;
    throw error;
  }
}

/** Who placed the order, as its schedule says; absent in orders of before. */
function ownerOfOrder(): readonly SearchAttributePair[] {
  const value = workflowInfo().typedSearchAttributes.get(studyOwnerKey);
  return value === undefined ? [] : [{ key: studyOwnerKey, value }];
}
