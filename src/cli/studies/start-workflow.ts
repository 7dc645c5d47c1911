/** Starts the workflow of a study, with what the Temporal UI shows of it. */
import { WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/client';
import type { studyWorkflow } from '../../../workflows/index.ts';
import type { RetryRequest, StudyInput } from '../../run/messages.ts';
import { localPace, remotePace } from '../../run/messages.ts';
import type { StudySnapshot } from '../../store/index.ts';
import type { Plan } from '../../study/plan.ts';
import type { Study } from '../../study/study.ts';
import { searchAttributeKeys } from '../../temporal/search-attributes.ts';
import { studyWorkflowId, taskQueue } from '../../temporal/names.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { StudyHandle } from './open-study.ts';

/** @throws WorkflowExecutionAlreadyStartedError when a study of this name is open: none was started then. */
export async function startWorkflow(
  engine: Engine,
  snapshot: StudySnapshot,
  what: {
    readonly study: Study;
    readonly plan: Plan;
    readonly retry?: RetryRequest;
    readonly resultsDir?: string;
  },
): Promise<StudyHandle> {
  const { study, plan } = what;
  const input: StudyInput = {
    studyId: snapshot.studyId,
    studyName: snapshot.studyName,
    planHash: snapshot.planHash,
    pace: engine.settings.platform === 'embedded' ? localPace : remotePace,
    ...(what.retry === undefined ? {} : { retry: what.retry }),
    ...(what.resultsDir === undefined ? {} : { resultsDir: what.resultsDir }),
  };
  return engine.temporalClient.workflow.start<typeof studyWorkflow>('studyWorkflow', {
    workflowId: studyWorkflowId(study.name),
    taskQueue,
    args: [input],
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    memo: { studyId: snapshot.studyId, planHash: snapshot.planHash },
    typedSearchAttributes: [
      { key: searchAttributeKeys.StudyId, value: snapshot.studyId },
      { key: searchAttributeKeys.StudyName, value: study.name },
      { key: searchAttributeKeys.DesignMethod, value: study.design.method },
      { key: searchAttributeKeys.RunsTotal, value: plan.runCount },
    ],
    staticSummary: summaryOf(study, plan).slice(0, 200),
    staticDetails: detailsOf(study, plan, snapshot),
  });
}

function summaryOf(study: Study, plan: Plan): string {
  return `${study.name}: ${plan.runCount} runs, ${study.design.method}`;
}

/** Markdown for the Temporal UI. */
function detailsOf(study: Study, plan: Plan, snapshot: StudySnapshot): string {
  return [
    ...(study.description === undefined ? [] : [study.description.slice(0, 2000), '']),
    `- study id: ${snapshot.studyId}`,
    `- design: ${study.design.method}, seed ${study.design.seed}`,
    `- runs: ${plan.runCount} = ${plan.rows} rows x ${plan.cases} cases x ${plan.replicates} replicates`,
    `- jobs: ${plan.jobs.length}`,
    `- inputs: ${plan.columns.slice(0, 40).join(', ')}`,
    `- follow it: \`doeflow watch ${snapshot.studyId}\``,
  ].join('\n');
}
