import { ApplicationFailure } from '@temporalio/common';
import type { PlanStudyInput } from '../../src/run/activity-contract.ts';
import type { PlanSummary } from '../../src/run/plan-summary.ts';
import {
  isTakenBy,
  layout,
  readCheckpoint,
  readStudyOutcomes,
  type StudySnapshot,
} from '../../src/store/index.ts';
import { limitOf } from '../../src/run/failure-limit.ts';
import type { Plan } from '../../src/study/plan.ts';
import type { Study } from '../../src/study/study.ts';
import { callerOf } from '../caller.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { countLatest } from '../../src/run/count-outcomes.ts';

/**
 * Plans the study from its snapshot, which is pure, so that every worker and every repeat gets the same; opens a study that had ended.
 * @throws ApplicationFailure STUDY_DIFFERS or TICKET_MISSING, not retried, where the store doesn't allow this start
 */
export async function planStudy(
  { store, studyCache }: ActivityDependencies,
  input: PlanStudyInput,
): Promise<PlanSummary> {
  const { studyId, ticket } = input;
  const { snapshot, study, plan, uploads } = await studyCache.get(studyId);
  const folder = store.study(studyId);
  requireSame(snapshot, input);
  if (ticket === undefined || !(await isTakenBy(folder, ticket, callerOf()))) {
    throw ApplicationFailure.nonRetryable(
      `Study ${studyId} isn't started: its owner wrote no ticket for this start. Start it with doeflow run, or run failed runs of it again with doeflow retry`,
      'TICKET_MISSING',
    );
  }
  // A study that is resumed has not ended.
  await folder.remove(layout.status);
  await folder.remove(layout.starting);
  const { jobs, nextPlanned, withdrawn } = await readCheckpoint(folder);
  const counts = countLatest(await readStudyOutcomes(folder, jobs), plan.runCount);
  const { cluster } = study.execution;
  return {
    runCount: plan.runCount,
    method: study.design.method,
    jobs: plan.jobs.length,
    files: uploads.map((upload) => upload.name),
    maxConcurrentJobs: study.execution.maxConcurrentJobs,
    maxFailedRuns: limitOf(study.execution.maxFailedRuns, plan.runCount),
    onLimit: study.execution.onLimit,
    guards: study.execution.guards,
    ...canaryOf(study, plan),
    ...(cluster === undefined
      ? {}
      : {
          cluster:
            cluster.kind === 'existing'
              ? { kind: 'existing', id: cluster.id }
              : { kind: 'own', name: cluster.name },
        }),
    notes: plan.notes,
    nextPlanned: nextPlanned ?? Math.min(jobs, plan.jobs.length) + 1,
    ...(withdrawn === undefined ? {} : { withdrawn }),
    nextJobNumber: Math.max(jobs, plan.jobs.length) + 1,
    ...counts,
  };
}

/** What a start says of the study must be so: it was meant for this one. */
function requireSame(snapshot: StudySnapshot, input: PlanStudyInput): void {
  for (const name of ['studyId', 'studyName', 'planHash'] as const) {
    if (snapshot[name] === input[name]) continue;
    throw ApplicationFailure.nonRetryable(
      `Expected a start of study ${snapshot.studyId} with ${name} ${snapshot[name]}, as the store has it, got ${input[name]}: nothing is started`,
      'STUDY_DIFFERS',
    );
  }
}

/** Runs of the first job, where it is a canary: a plan of a single job has none. */
function canaryOf({ execution }: Study, { jobs }: Plan): Pick<PlanSummary, 'canary'> {
  const [first] = jobs;
  const isAhead = execution.canary !== undefined && jobs.length > 1;
  return isAhead && first !== undefined ? { canary: first.expectedRuns } : {};
}
