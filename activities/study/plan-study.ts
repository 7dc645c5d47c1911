import type { PlanSummary } from '../../src/run/plan-summary.ts';
import { layout, readCheckpoint, readStudyOutcomes } from '../../src/store/index.ts';
import { limitOf } from '../../src/run/failure-limit.ts';
import type { Plan } from '../../src/study/plan.ts';
import type { Study } from '../../src/study/study.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { countLatest } from '../../src/run/count-outcomes.ts';

/** Plans the study from its snapshot: pure, so that every worker and every repeat gets the same. */
export async function planStudy(
  { store, studyCache }: ActivityDependencies,
  { studyId }: { readonly studyId: string },
): Promise<PlanSummary> {
  const { study, plan, uploads } = await studyCache.get(studyId);
  const folder = store.study(studyId);
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

/** Runs of the first job, where it is a canary: a plan of a single job has none. */
function canaryOf({ execution }: Study, { jobs }: Plan): Pick<PlanSummary, 'canary'> {
  const [first] = jobs;
  const isAhead = execution.canary !== undefined && jobs.length > 1;
  return isAhead && first !== undefined ? { canary: first.expectedRuns } : {};
}
