import { ApplicationFailure } from '@temporalio/common';
import type { PlanStudyInput } from '../../src/run/activity-contract.ts';
import type { PlanSummary } from '../../src/run/plan-summary.ts';
import {
  findAmended,
  isTakenBy,
  layout,
  readCheckpoint,
  readJobsBegun,
  readOutcomesOf,
  readRevisions,
  readStoppedJobs,
  readStudyOutcomes,
  reusedJobNumber,
  type DocumentFolder,
  type JobsBegun,
  type StudySnapshot,
} from '../../src/store/index.ts';
import { beginTelling, chooseTargets } from '../../src/notify/index.ts';
import { firstRevision } from '../../src/run/first-revision.ts';
import type { Plan } from '../../src/study/plan.ts';
import type { Study } from '../../src/study/study.ts';
import { madeLast } from '../clusters/made-of.ts';
import { describeCluster } from '../../src/study/own-cluster.ts';
import { callerOf } from '../caller.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { amendedPlan } from './amended-plan.ts';
import { reuseRuns } from './reuse-runs.ts';
import { countLatest } from '../../src/run/count-outcomes.ts';

/**
 * Plans the study from its snapshot, which is pure, so that every worker and every repeat gets the same; opens a study that had ended.
 * @throws ApplicationFailure STUDY_DIFFERS or TICKET_MISSING, not retried, where the store doesn't allow this start
 */
export async function planStudy(
  { store, studyCache, workflows, defaultTargets, now }: ActivityDependencies,
  input: PlanStudyInput,
): Promise<PlanSummary> {
  const { studyId, ticket } = input;
  const folder = store.study(studyId);
  const { snapshot } = await studyCache.get(studyId, firstRevision);
  requireSame(snapshot, input);
  if (ticket === undefined || !(await isTakenBy(folder, ticket, callerOf()))) {
    throw ApplicationFailure.nonRetryable(
      `Study ${studyId} isn't started: its owner wrote no ticket for this start. Start it with doeflow run, or run failed runs of it again with doeflow retry`,
      'TICKET_MISSING',
    );
  }
  const wasLost = await wasFoundLost(folder, ticket);
  // A study that is resumed has not ended.
  await folder.remove(layout.records);
  await folder.remove(layout.status);
  await folder.remove(layout.starting);
  const isOnlyAmended = await isForAmendment(folder, ticket, wasLost);
  const reused = await reuseRuns({ store, studyCache, workflows, now }, studyId, {
    ...{ ticket, isOnlyAmended },
  });
  const amended = await findAmended(folder);
  const { study, plan, uploads } = await studyCache.get(
    studyId,
    amended?.revision ?? firstRevision,
  );
  const tells = chooseTargets(study.notify, defaultTargets?.() ?? {});
  await beginTelling(store, snapshot, tells, now());
  const where = await whereItIs(folder, plan, wasLost);
  const counts = countLatest(where.outcomes, plan.runCount);
  const { cluster } = study.execution;
  const awaited = reused?.awaited.runs === 0 ? undefined : reused?.awaited;
  const hasLeftCluster = wasLost && (await folder.has(layout.clusterMade(1)));
  const leftSpec = hasLeftCluster ? await madeLast({ store, studyCache }, studyId) : undefined;
  return {
    method: study.design.method,
    jobs: plan.jobs.length,
    // Where all is reused no job needs them.
    files:
      plan.jobs.length === 0 && awaited === undefined && amended === undefined
        ? []
        : uploads.map((upload) => upload.name),
    ...(await amendedPlan({ store, studyCache }, studyId, where.outcomes)),
    ...(amended === undefined ? {} : { revision: amended.revision }),
    ...(isOnlyAmended ? { onlyAmended: true as const } : {}),
    ...canaryOf(study, plan),
    ...(cluster === undefined
      ? {}
      : {
          cluster:
            cluster.kind === 'existing'
              ? { kind: 'existing', id: cluster.id }
              : {
                  kind: 'own',
                  name: cluster.name,
                  spec: describeCluster(study),
                  ...(cluster.keepWhilePaused === true ? { keepWhilePaused: true } : {}),
                  ...(hasLeftCluster ? { left: true } : {}),
                  ...(leftSpec === undefined || leftSpec === describeCluster(study)
                    ? {}
                    : { leftSpec }),
                },
        }),
    notes: [...plan.notes, ...(reused?.notes ?? [])],
    ...(reused === undefined || reused.count === 0 ? {} : { reused: reused.count }),
    ...(reused === undefined ? {} : { reuseNotes: reused.notes }),
    ...(awaited === undefined ? {} : { awaited, ...(isOnlyAmended ? { sharesAdded: true } : {}) }),
    ...where.numbers,
    ...counts,
  };
}

/** A study that had ended is started by the ticket of an amendment. */
async function isForAmendment(
  folder: DocumentFolder,
  ticket: string,
  wasLost: boolean,
): Promise<boolean> {
  return !wasLost && (await folder.read(layout.ticket(ticket))).order.asks === 'amend';
}

/** Jobs that have not ended: `chosen` are those of which the store has the choice of their runs and no more. */
type FoundJobs = JobsBegun & { readonly chosen: readonly number[] };

const noJobs: FoundJobs = { begun: [], chosen: [], ended: [] };

type Numbers = Pick<PlanSummary, 'nextPlanned' | 'withdrawn' | 'nextJobNumber' | 'takenUp'>;

/** Where the study goes on, and what its jobs that are over have left. */
interface Whereabouts {
  readonly numbers: Numbers;
  readonly outcomes: Awaited<ReturnType<typeof readOutcomesOf>>;
}

/**
 * Where an earlier execution of the study ended; of one that was lost, what the store has of its jobs. A study that is new is one that was lost
 * before it had begun anything.
 */
async function whereItIs(
  folder: DocumentFolder,
  plan: Plan,
  wasLost: boolean,
): Promise<Whereabouts> {
  const checkpoint = await readCheckpoint(folder);
  const { jobs, withdrawn } = checkpoint;
  const planned = plan.jobs.length;
  const nextPlanned = checkpoint.nextPlanned ?? Math.min(jobs, planned) + 1;
  const numbers = {
    ...{ nextPlanned, nextJobNumber: Math.max(jobs, planned) + 1 },
    ...(withdrawn === undefined ? {} : { withdrawn }),
  };
  const found = wasLost ? await findJobsBegun(folder, withdrawn) : noJobs;
  const known = [...found.begun, ...found.chosen, ...found.ended];
  const isNew = jobs === 0 && known.length === 0;
  if (!wasLost || isNew) return { numbers, outcomes: await readStudyOutcomes(folder, jobs) };
  const last = Math.max(jobs, ...known);
  const lastPlanned = Math.max(nextPlanned - 1, ...known.filter((number) => number <= planned));
  const revision = (await readRevisions(folder)).at(-1)?.revision;
  const taken = new Set(known);
  // Of one that had ended before, only what was begun since then goes on.
  const stopped = (await readStoppedJobs(folder)).filter(
    ({ jobNumber }) => jobNumber > jobs || found.begun.includes(jobNumber),
  );
  const reaped = stopped.filter(({ by }) => by === 'reaper');
  return {
    numbers: {
      nextPlanned: lastPlanned + 1,
      withdrawn: rangeTo(lastPlanned).filter((jobNumber) => !taken.has(jobNumber)),
      nextJobNumber: Math.max(last, planned) + 1,
      takenUp: {
        begun: found.begun,
        ...(found.chosen.length === 0 ? {} : { chosen: found.chosen }),
        ...(jobs === 0 ? {} : { onlyBegun: true }),
        ...(stopped.length === 0 ? {} : { stopped: stopped.map(({ jobNumber }) => jobNumber) }),
        ...(reaped.length === 0 ? {} : { reaped: reaped.map(({ jobNumber }) => jobNumber) }),
        ...(revision === undefined ? {} : { revision }),
      },
    },
    outcomes: await readOutcomesOf(folder, [reusedJobNumber, ...found.ended]),
  };
}

/** Whether the study had no end when this start first looked: a repeat finds it opened, whichever it was. */
async function wasFoundLost(folder: DocumentFolder, ticket: string): Promise<boolean> {
  const object = layout.ticketOpened(ticket);
  const before = await folder.find(object);
  if (before !== undefined) return before.wasLost;
  await folder.create(object, { wasLost: !(await folder.has(layout.status)) });
  return (await folder.read(object)).wasLost;
}

/** What was taken back before the study's last end was begun again only where the platform has it. */
async function findJobsBegun(
  folder: DocumentFolder,
  withdrawn: readonly number[] = [],
): Promise<FoundJobs> {
  const known = await readJobsBegun(folder);
  const [begun, chosen]: [number[], number[]] = [[], []];
  for (const number of known.begun) {
    const isSaved = await folder.has(layout.platformJob(number));
    if (withdrawn.includes(number) && !isSaved) continue;
    const isBegun =
      isSaved ||
      (await folder.has(layout.jobSpec(number))) ||
      (await folder.has(layout.reservation(number)));
    (isBegun ? begun : chosen).push(number);
  }
  return { begun, chosen, ended: known.ended };
}

function rangeTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
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
