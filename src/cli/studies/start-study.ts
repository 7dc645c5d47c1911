/** Starts a study as a workflow, or joins the one that is open when it has the same plan. */
import { join } from 'node:path';
import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
} from '@temporalio/client';
import type { studyWorkflow } from '../../../workflows/index.ts';
import type { RetryRequest } from '../../run/messages.ts';
import type { StudyInput } from '../../run/messages.ts';
import { localPace, remotePace } from '../../run/messages.ts';
import { UsageError } from '../../errors.ts';
import { snapshotStudy } from '../../store/index.ts';
import type { StudySnapshot } from '../../store/index.ts';
import { planHash } from '../../study-file/index.ts';
import type { Plan } from '../../study/plan.ts';
import type { Study } from '../../study/study.ts';
import { searchAttributeKeys } from '../../temporal/search-attributes.ts';
import { studyWorkflowId, taskQueue } from '../../temporal/names.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { LoadedPlan } from '../load-plan.ts';
import type { OpenStudy, StudyHandle } from './open-study.ts';
import { findOpenStudy } from './open-study.ts';
import { createStudyId } from './study-id.ts';
import { readStoredStudy } from './stored-study.ts';

export interface StartedStudy {
  readonly studyId: string;
  readonly handle: StudyHandle;
  /** True when the study was already open and was joined. */
  readonly joined: boolean;
  readonly startedAt: Date;
}

/**
 * Starts the study, or joins the open one of the same name and plan.
 * @throws UsageError with exit code 5 when another plan of that name is open.
 */
export async function startStudy(
  engine: Engine,
  { loaded, plan }: LoadedPlan,
  options: {
    readonly now: Date;
    readonly engineVersion: string;
    /** Absolute; the study's own folder is made in it. */
    readonly results: string;
  },
): Promise<StartedStudy> {
  const { study } = loaded;
  const hash = await planHash(loaded);
  const open = await findOpenStudy(engine, study.name);
  if (open !== undefined) return joinStudy(open, hash, study.name);

  const taken = new Set(await engine.store.listStudies());
  const studyId = createStudyId(study.name, options.now, (id) => taken.has(id));
  const resultsDir = join(options.results, studyId);
  const snapshot = await snapshotStudy(engine.store, loaded, {
    studyId,
    planHash: hash,
    createdAt: options.now,
    engineVersion: options.engineVersion,
    resultsDir,
  });
  try {
    const handle = await startWorkflow(engine, snapshot, {
      study,
      plan,
      resultsDir,
    });
    return { studyId, handle, joined: false, startedAt: options.now };
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    // Somebody else started a study of this name meanwhile; this snapshot stays unused.
    const other = await findOpenStudy(engine, study.name);
    if (other === undefined) throw error;
    return joinStudy(other, hash, study.name);
  }
}

/** Starts a new execution of a study that ended, in which the chosen runs run again. */
export async function restartStudy(
  engine: Engine,
  studyId: string,
  study: Study,
  plan: Plan,
  options: { readonly retry: RetryRequest; readonly now: Date },
): Promise<StartedStudy> {
  const stored = await readStoredStudy(engine.store, studyId);
  if (stored === undefined) {
    throw new UsageError('USAGE_STUDY_NOT_FOUND', `There is no study "${studyId}" in the store`, {
      exitCode: 6,
      hint: 'See all studies: doeflow list',
    });
  }
  const { resultsDir } = stored.snapshot;
  const handle = await startWorkflow(engine, stored.snapshot, {
    study,
    plan,
    retry: options.retry,
    ...(resultsDir === undefined ? {} : { resultsDir }),
  });
  return { studyId, handle, joined: false, startedAt: options.now };
}

function joinStudy(open: OpenStudy, hash: string, name: string): StartedStudy {
  if (open.planHash === hash) {
    const { studyId, handle, startedAt } = open;
    return { studyId, handle, startedAt, joined: true };
  }
  throw new UsageError(
    'USAGE_OTHER_PLAN_OPEN',
    `A study "${name}" is already running with another plan: ${open.studyId}`,
    {
      exitCode: 5,
      hint: `Wait for it (doeflow watch ${open.studyId}), stop it (doeflow stop ${open.studyId}), or give this study another name`,
    },
  );
}

async function startWorkflow(
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
