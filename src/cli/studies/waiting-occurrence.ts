/** Occurrences of recurring studies that haven't begun: each waits until an open study of its name has ended. */
import type { WorkflowHandle } from '@temporalio/client';
import type { recurringStudyWorkflow } from '../../../workflows/index.ts';
import type { Engine } from '../engine/open-engine.ts';
import { findOpenStudy } from './open-study.ts';
import type { StoredStudy } from './stored-study.ts';

export interface WaitingOccurrence {
  readonly handle: WorkflowHandle<typeof recurringStudyWorkflow>;
  /** For what it waits, as people read it: an open study, or others that come first. */
  readonly waitsFor: string;
}

/** The open occurrence that begins a study by itself; undefined where the study has begun or nothing would begin it. */
export async function findWaitingOccurrence(
  engine: Engine,
  { studyId, snapshot, starting }: StoredStudy,
): Promise<WaitingOccurrence | undefined> {
  if (starting !== 'new') return undefined;
  const [workflowId] = await listOccurrences(engine, `StudyId = ${JSON.stringify(studyId)}`);
  if (workflowId === undefined) return undefined;
  const open = await findOpenStudy(engine, snapshot.studyName);
  return {
    handle: engine.temporalClient.workflow.getHandle<typeof recurringStudyWorkflow>(workflowId),
    waitsFor: open?.studyId ?? 'the occurrences before it',
  };
}

/** Workflow ids of a schedule's open occurrences that wait for their study to begin, by time. */
export function listWaitingOccurrences(
  engine: Engine,
  schedule: string,
): Promise<readonly string[]> {
  const name = JSON.stringify(schedule);
  return listOccurrences(engine, `FlowName = ${name} AND FlowState = "waiting"`);
}

async function listOccurrences(
  { temporalClient }: Engine,
  condition: string,
): Promise<readonly string[]> {
  const query = `WorkflowType = "recurringStudyWorkflow" AND ExecutionStatus = "Running" AND ${condition}`;
  const found: string[] = [];
  for await (const { workflowId } of temporalClient.workflow.list({ query })) {
    found.push(workflowId);
  }
  return found.sort();
}
