/**
 * All activities a worker serves: one call of the platform, or one step of a study, each. Everything a workflow may ask of the outside
 * world is in this list. Names are part of every history: never rename one in place.
 */
import {
  type Activities,
  type StudyActivities,
  type StudyTarget,
} from '../src/run/activity-contract.ts';
import { isDispensable, isRepeatable, isWaiting } from '../src/run/activity-kinds.ts';
import type { ArchiveTarget, RecurrenceActivities } from '../src/run/archive-contract.ts';
import type { ReaperActivities } from '../src/run/reaper-contract.ts';
import { archiveSteps } from './archive/archive-steps.ts';
import { asActivity, type ActivityRun } from './as-activity.ts';
import { createCluster } from './clusters/create-cluster.ts';
import { findCluster } from './clusters/find-cluster.ts';
import { reserveCost } from './budget/reserve-cost.ts';
import { fitJob } from './clusters/fit-job.ts';
import { readCluster } from './clusters/read-cluster.ts';
import { shutdownCluster } from './clusters/shutdown-cluster.ts';
import { startCluster } from './clusters/start-cluster.ts';
import { watchCluster } from './clusters/watch-cluster.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { requireOpen } from './open-study.ts';
import { createHereCheck } from './study-here.ts';
import { assignFindings } from './findings/assign-findings.ts';
import { readFindings } from './findings/read-findings.ts';
import { writeFindings } from './findings/write-findings.ts';
import { parseInput } from './inputs/parse-input.ts';
import { checkJob } from './jobs/check-job.ts';
import { collectEndedRuns } from './jobs/collect-ended-runs.ts';
import { collectJob } from './jobs/collect-job.ts';
import { createJob } from './jobs/create-job.ts';
import { findJob } from './jobs/find-job.ts';
import { planRetry } from './jobs/plan-retry.ts';
import { prepareJob } from './jobs/prepare-job.ts';
import { readJobStatuses } from './jobs/read-job-statuses.ts';
import { refuseJob } from './jobs/refuse-job.ts';
import { stopJob } from './jobs/stop-job.ts';
import { submitJob } from './jobs/submit-job.ts';
import { uploadJobFile } from './jobs/upload-job-file.ts';
import { watchJobs } from './jobs/watch-jobs.ts';
import { withdrawJob } from './jobs/withdraw-job.ts';
import { readOutputsAnew } from './study/read-outputs-anew.ts';
import { withdrawUnbegun } from './jobs/withdraw-unbegun.ts';
import { reap } from './reaper/reap.ts';
import { admitRecurrence } from './recurrence/admit-recurrence.ts';
import { closeRecurrence } from './recurrence/close-recurrence.ts';
import { prepareRecurrence } from './recurrence/prepare-recurrence.ts';
import { awaitSharedRuns } from './study/await-shared-runs.ts';
import { analyseStudy } from './study/analyse-study.ts';
import { describeStudy } from './study/describe-study.ts';
import { closeStudy } from './study/close-study.ts';
import { listJobs } from './study/list-jobs.ts';
import { planStudy } from './study/plan-study.ts';
import { renewSharedRuns } from './study/renew-shared-runs.ts';
import { readRevision } from './study/read-revision.ts';
import { takeTicket } from './study/take-ticket.ts';
import { readPrice } from './study/read-price.ts';
import { uploadStudyFile } from './study/upload-study-file.ts';

/** Activities before they are bound to what they work with. */
type Steps<Names extends keyof Activities> = {
  readonly [Name in Names]: (
    dependencies: ActivityDependencies,
    input: Parameters<Activities[Name]>[0],
    run: ActivityRun,
  ) => ReturnType<Activities[Name]>;
};

/** What works on the store alone. */
const storeSteps = {
  takeTicket,
  planStudy,
  readRevision,
  prepareJob,
  refuseJob,
  withdrawJob,
  withdrawUnbegun,
  readOutputsAnew,
  planRetry,
  awaitSharedRuns,
  renewSharedRuns,
  describeStudy,
  analyseStudy,
  listJobs,
  closeStudy,
} satisfies Partial<Steps<keyof StudyActivities>>;

/** What makes and compares the occurrences of recurring studies; nothing of it asks the platform. */
const recurrenceSteps: Steps<keyof RecurrenceActivities> = {
  prepareRecurrence,
  admitRecurrence,
  closeRecurrence,
};

/** What looks at the whole platform, and asks each study's own first. */
const reaperSteps: Steps<keyof ReaperActivities> = { reap };

/** What may begin something that is paid for. */
const payingSteps: ReadonlySet<string> = new Set<keyof StudyActivities>([
  ...(['createJob', 'submitJob', 'createCluster', 'startCluster'] as const),
]);

/** What asks the platform for a study: each is held back while that isn't the study's own. A missing one doesn't compile. */
const platformSteps: Steps<Exclude<keyof StudyActivities, keyof typeof storeSteps>> = {
  uploadStudyFile,
  uploadJobFile,
  createJob,
  findJob,
  checkJob,
  submitJob,
  readJobStatuses,
  watchJobs,
  stopJob,
  collectEndedRuns,
  collectJob,
  readPrice,
  assignFindings,
  writeFindings,
  readFindings,
  createCluster,
  findCluster,
  startCluster,
  fitJob,
  reserveCost,
  readCluster,
  watchCluster,
  shutdownCluster,
};

/** An activity whatever its input. */
type Step = (
  dependencies: ActivityDependencies,
  input: never,
  run: ActivityRun,
) => Promise<unknown>;

/** Binds every activity to what it works with. Each parses its input before anything else happens. */
export function createActivities(dependencies: ActivityDependencies): Activities {
  const checkToken = async (): Promise<void> => {
    await dependencies.platform.coreTypes.list({ pageSize: 1 })[Symbol.asyncIterator]().next();
  };
  const requireHere = createHereCheck(() => dependencies.store);
  const bind = <Input>(steps: object, prepare: (input: Input, name: string) => Promise<void>) =>
    (Object.entries(steps) as [keyof Activities, Step][]).map(([name, step]) => {
      const work = asActivity(
        async (input: never, run: ActivityRun): Promise<unknown> => {
          await prepare(input as Input, name);
          return step(dependencies, input, run);
        },
        {
          ...{ repeatable: isRepeatable(name), dispensable: isDispensable(name), checkToken },
          ...{ waiting: isWaiting(name), handBack: dependencies.handBack },
        },
      );
      return [name, async (given: unknown) => work(parseInput(name, given) as never)] as const;
    });
  return Object.fromEntries([
    ...bind(recurrenceSteps, () => Promise.resolve()),
    ...bind(reaperSteps, () => Promise.resolve()),
    ...bind(storeSteps, async ({ studyId }: StudyTarget, name) => {
      await requireHere(studyId);
      await requireOpen(dependencies.store, name, studyId);
    }),
    ...bind(platformSteps, async ({ studyId }: StudyTarget, name) => {
      await requireHere(studyId);
      await requireOpen(dependencies.store, name, studyId);
      await dependencies.platformGuard.check(studyId);
      if (payingSteps.has(name)) await dependencies.takeOvers?.claim(studyId);
    }),
    ...bind(archiveSteps, ({ archive }: ArchiveTarget) =>
      dependencies.platformGuard.checkArchive(archive),
    ),
  ]) as unknown as Activities;
}
