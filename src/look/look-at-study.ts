/** One look at a study's workflow. An outage of Temporal or of the workers is a finding, not an error. */
import { isGrpcServiceError, QueryNotRegisteredError } from '@temporalio/client';
import type { Client, WorkflowHandle } from '@temporalio/client';
import type { SystemFault } from '../files/index.ts';
import type { StudyProgress } from '../run/messages.ts';
import {
  homeTrouble,
  mergeTroubles,
  noWorkerCode,
  startedAgain,
  stoppedRunnerTrouble,
  temporalTrouble,
  troubleOf,
  withoutLostSteps,
  type Trouble,
} from '../run/trouble.ts';
import { sealKeyOf } from '../sealing/foreign-key.ts';
import { clusterWorkflowId, jobWorkflowId, progressName } from '../temporal/names.ts';
import {
  heartbeatDetailsOf,
  pendingActivitiesOf,
  type PendingActivity,
} from './pending-activities.ts';
import { readCopying, type CopyingResults } from './read-copying.ts';
import { isRefusedQuery, refusalTrouble } from './refused-query.ts';
import { readRunsInside, readRunsRunning } from './read-runs-inside.ts';
import { troublesOfActivities, troublesOfJobs, troublesOfWorkflow } from './read-troubles.ts';
import { workersWanted } from './silent-worker.ts';
import { troubleOfUnserved } from './unserved-queue.ts';

/** What one look saw. */
export interface Look {
  /** The workflow is closed: its result is there. */
  readonly closed: boolean;
  /** Absent where nobody could be asked; `troubles` says why, unless the study is just starting. */
  readonly progress?: StudyProgress;
  readonly runsInside: ReadonlyMap<string, number>;
  /** Platform job id -> runs that execute, where the platform tells. */
  readonly runsRunning?: ReadonlyMap<string, number>;
  /** How far the copy of the results is, while it is made at the study's end. */
  readonly copying?: CopyingResults | undefined;
  /** What is waited for. */
  readonly troubles: readonly Trouble[];
  /** Somebody didn't answer: what was known to be waited for may still be. */
  readonly isBlind: boolean;
}

/** From where one looks: an open engine has it all. */
export interface Lookout {
  readonly temporalClient: Client;
  /** What the embedded parts are doing while they are not all up. */
  readonly partsStarting?: (() => string | undefined) | undefined;
  /** True where Temporal and the worker are started again by themselves. */
  readonly embedded: boolean;
  /** Why the folder of the embedded parts can't be written; undefined where it can, or there are none. */
  readonly homeFault?: (() => SystemFault | undefined) | undefined;
  /** Why the store can't take anything, as far as that is seen from here. */
  readonly storeFault?: (() => SystemFault | undefined) | undefined;
  /** Of the payload keys here, the one that seals first; absent: unknown. */
  readonly fingerprints?: readonly string[] | undefined;
  /** Process id of the local platform's runner where that was stopped. */
  readonly stoppedRunner?: (() => number | undefined) | undefined;
}

/** The workflow of a study, as far as it is asked here. */
export type AskedStudy = Pick<WorkflowHandle, 'describe' | 'query'>;

/** Who is asked. */
export interface LookTarget<Handle extends AskedStudy = AskedStudy> extends Lookout {
  readonly handle: Handle;
}

/** Longest wait for one answer. */
const patienceMs = 4_000;
/** Workflows of jobs and clusters that one look asks for. */
const childrenAtMost = 10;

/** @throws what the next look can't change, such as a workflow that was deleted. */
export async function lookAtStudy(target: LookTarget, now: Date): Promise<Look> {
  const { handle } = target;
  const inTime = <T>(ask: () => Promise<T>): Promise<T> => askInTime(target, ask);
  const nothing = { closed: false, runsInside: new Map<string, number>(), isBlind: true };
  let described: Awaited<ReturnType<AskedStudy['describe']>>;
  try {
    described = await inTime(() => handle.describe());
  } catch (error) {
    if (!isOutage(error)) throw error;
    return { ...nothing, troubles: [outage(error, target, now)] };
  }
  const { status, raw } = described;
  if (status.name !== 'RUNNING') return { ...nothing, closed: true, isBlind: false, troubles: [] };
  const activities = await pendingActivitiesOf(target.temporalClient, described);
  const heartbeats = heartbeatDetailsOf(activities);
  const runsInside = readRunsInside(heartbeats);
  const runsRunning = readRunsRunning(heartbeats);
  const troubles = [
    ...troublesOfActivities(activities, now),
    ...(await unserved(target, activities, now)),
    ...troublesOfWorkflow(described, now),
    ...troublesOfRunner(target, now),
    ...troublesOfStore(target, now),
  ];
  let progress: StudyProgress | undefined;
  try {
    progress = await inTime(() => handle.query<StudyProgress>(progressName));
    troubles.push(...troublesOfJobs(progress.jobs, now));
  } catch (error) {
    // A query may arrive before the workflow's first task has set its handler.
    if (!(error instanceof QueryNotRegisteredError)) {
      if (!isOutage(error)) throw error;
      troubles.push(
        await workerOutage(error, target, now, sealKeyOf(raw.workflowExecutionInfo?.memo)),
      );
    } else if (isRefusedQuery(error)) {
      troubles.push(await inTime(() => refusalTrouble(error, target, now)));
    }
  }
  const children = (raw.pendingChildren ?? []).flatMap(({ workflowId }) => workflowId ?? []);
  // The cluster that it waits for may be another study's child, and what that waits for holds this one up.
  const awaited = progress?.waitsForCluster;
  const clusters = awaited === undefined ? [] : [clusterWorkflowId(awaited)];
  const ids = new Set([...clusters, ...idsOfJobs(progress), ...children]);
  const inside = await Promise.all(
    [...ids].slice(0, childrenAtMost).map((id) => troublesInside(target, id, now, inTime)),
  );
  troubles.push(...inside.flatMap((found) => found ?? []));
  const isBlind = progress === undefined || inside.includes(undefined);
  const seen = {
    ...{ closed: false, isBlind, copying: readCopying(heartbeats) },
    ...{ runsInside, runsRunning, troubles: withoutLostSteps(mergeTroubles(troubles)) },
  };
  return progress === undefined ? seen : { ...seen, progress };
}

/** The answer, if it comes in the few seconds that a look has for it. */
export function askInTime<T>({ temporalClient }: Lookout, ask: () => Promise<T>): Promise<T> {
  return temporalClient.withDeadline(Date.now() + patienceMs, ask);
}

/** Workflows of the jobs that go on; a study that continued as new no longer has them as its children. */
export function idsOfJobs(progress: StudyProgress | undefined): readonly string[] {
  return (progress?.jobs ?? [])
    .filter(({ phase }) => phase !== 'done' && phase !== 'failed')
    .map(({ jobNumber, again }) => jobWorkflowId(progress?.studyId ?? '', jobNumber, again));
}

/** What the activities of a child wait for; a child that is gone has nothing to say. @returns undefined where it doesn't answer just now */
async function troublesInside(
  { temporalClient }: LookTarget,
  workflowId: string,
  now: Date,
  inTime: <T>(ask: () => Promise<T>) => Promise<T>,
): Promise<readonly Trouble[] | undefined> {
  try {
    const child = temporalClient.workflow.getHandle(workflowId);
    const described = await inTime(() => child.describe());
    const activities = await pendingActivitiesOf(temporalClient, described);
    return [
      ...troublesOfActivities(activities, now),
      ...(await unserved({ temporalClient }, activities, now)),
      ...troublesOfWorkflow(described, now),
    ];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return isOutage(error) ? undefined : [];
  }
}

/** Nothing where the server can't be asked just now: the next look asks again. */
async function unserved(
  { temporalClient }: Pick<Lookout, 'temporalClient'>,
  activities: readonly PendingActivity[],
  now: Date,
): Promise<readonly Trouble[]> {
  try {
    return [(await troubleOfUnserved(temporalClient, activities, now)) ?? []].flat();
  } catch (error) {
    if (isOutage(error)) return [];
    throw error;
  }
}

/** That Temporal didn't answer, as a trouble. */
export function outage(error: unknown, from: Lookout, now: Date): Trouble {
  const { lastError, since, fault } = silence(error, from, now);
  return fault ?? temporalTrouble({ lastError, since, embedded: from.embedded });
}

/** That no worker answered, as a trouble. @param sealedWith the fingerprint of the key that the workflow's start was sealed with, where it is known */
export async function workerOutage(
  error: unknown,
  from: Lookout,
  now: Date,
  sealedWith?: string,
): Promise<Trouble> {
  const { lastError, since, fault } = silence(error, from, now);
  if (fault !== undefined) return fault;
  const { embedded, temporalClient, fingerprints = [] } = from;
  const wanted = await askInTime(from, () =>
    workersWanted(temporalClient, fingerprints, sealedWith),
  );
  const whatToDo = embedded ? startedAgain : wanted.whatToDo;
  return { ...wanted, code: noWorkerCode, whatToDo, since, attempts: 1, lastError };
}

function silence(error: unknown, { partsStarting, homeFault }: Lookout, now: Date) {
  const since = now.toISOString();
  const fault = homeFault?.();
  const message = error instanceof Error ? error.message : String(error);
  const starting = partsStarting?.();
  return {
    since,
    lastError: starting === undefined ? message : `${message} (${starting})`,
    fault: fault === undefined ? undefined : homeTrouble(fault, since, true),
  };
}

function troublesOfRunner({ stoppedRunner }: Lookout, now: Date): readonly Trouble[] {
  const pid = stoppedRunner?.();
  return pid === undefined ? [] : [stoppedRunnerTrouble(pid, now.toISOString())];
}

/** Where nobody writes just now no step tells it. */
export function troublesOfStore(
  { storeFault }: Pick<Lookout, 'storeFault'>,
  now: Date,
): readonly Trouble[] {
  const fault = storeFault?.();
  if (fault === undefined) return [];
  const { code, message } = fault;
  return [troubleOf({ code, message, attempts: 0 }, now.toISOString())];
}

/** True for a failed look when the next one may succeed. */
export function isOutage(error: unknown): boolean {
  const cause = error instanceof Error && !isGrpcServiceError(error) ? error.cause : error;
  if (!isGrpcServiceError(cause)) return false;
  // CANCELLED, UNKNOWN (what a server says that is being killed), DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED,
  // FAILED_PRECONDITION (no worker has polled lately), ABORTED, UNAVAILABLE
  return [1, 2, 4, 8, 9, 10, 14].includes(cause.code);
}
