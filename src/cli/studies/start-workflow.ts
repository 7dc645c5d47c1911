/** Starts the workflow of a study, with what the Temporal UI shows of it. */
import { WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/client';
import type { studyWorkflow } from '../../../workflows/index.ts';
import type { StudyInput } from '../../run/messages.ts';
import { localPace, ownWorkerPace, remotePace, type Pace } from '../../run/messages.ts';
import type { StudySnapshot } from '../../store/index.ts';
import type { Plan } from '../../study/plan.ts';
import { startWords } from '../../study/start-words.ts';
import type { Study } from '../../study/study.ts';
import { searchAttributeKeys } from '../../temporal/search-attributes.ts';
import { studyWorkflowId, taskQueue } from '../../temporal/names.ts';
import { ownerOf } from './owner-of.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { StudyHandle } from './open-study.ts';

/** @throws WorkflowExecutionAlreadyStartedError when a study of this name is open: none was started then. */
export async function startWorkflow(
  engine: Engine,
  snapshot: StudySnapshot,
  what: {
    readonly study: Study;
    readonly plan: Plan;
    /** What the study's owner allowed, in the store. */
    readonly ticket: string;
  },
): Promise<StudyHandle> {
  const { study, plan, ticket } = what;
  const words = startWords(study, plan, snapshot.studyId);
  const input: StudyInput = {
    studyId: snapshot.studyId,
    studyName: snapshot.studyName,
    planHash: snapshot.planHash,
    pace: paceOf(engine),
    ticket,
  };
  return engine.temporalClient.workflow.start<typeof studyWorkflow>('studyWorkflow', {
    workflowId: studyWorkflowId(study.name),
    taskQueue,
    args: [input],
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    memo: { studyId: snapshot.studyId, planHash: snapshot.planHash, ticket },
    typedSearchAttributes: [
      { key: searchAttributeKeys.StudyId, value: snapshot.studyId },
      { key: searchAttributeKeys.StudyName, value: study.name },
      { key: searchAttributeKeys.DesignMethod, value: study.design.method },
      { key: searchAttributeKeys.RunsTotal, value: plan.runCount },
      { key: searchAttributeKeys.StudyOwner, value: ownerOf(snapshot.platform) },
    ],
    staticSummary: words.summary,
    staticDetails: words.details,
  });
}

function paceOf({ embedded, settings }: Engine): Pace {
  if (settings.platform === 'embedded') return localPace;
  return embedded ? ownWorkerPace : remotePace;
}
