/** One look at workflows that aren't studies, and at all below them: passes of archives, recurring studies. */
import { QueryNotRegisteredError, WorkflowNotFoundError } from '@temporalio/client';
import { mergeTroubles, withoutLostSteps, type Trouble } from '../../run/trouble.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { StudyHandle } from '../studies/open-study.ts';
import {
  askInTime,
  isOutage,
  lookAtStudy,
  outage,
  type Lookout,
  workerOutage,
} from '../../look/look-at-study.ts';
import { pendingActivitiesOf } from '../../look/pending-activities.ts';
import { troublesOfActivities, troublesOfWorkflow } from '../../look/read-troubles.ts';
import { withCommands } from './trouble-words.ts';

/** What a look saw. */
export interface FlowLook {
  /** None of the workflows is open. */
  readonly closed: boolean;
  /** Somebody didn't answer: what was known to be waited for may still be. */
  readonly isBlind: boolean;
  /** What is waited for, the oldest first. */
  readonly troubles: readonly Trouble[];
}

/** Workflows that one look asks for. */
const workflowsAtMost = 20;

/** Every workflow of the SDK answers it: an answer shows that a worker is up. */
const aliveQuery = '__temporal_workflow_metadata';

/**
 * What the workflows of these ids wait for, and what is below them; one that isn't there or has ended has nothing to say.
 * @param workflowIds whether a worker answers is asked of the first
 */
export async function lookAtFlow(
  from: Lookout,
  workflowIds: readonly string[],
  now: Date,
): Promise<FlowLook> {
  const seen = new Set<string>();
  const troubles: Trouble[] = [];
  let isOpen = false;
  let isBlind = false;
  let next = workflowIds;
  while (next.length > 0) {
    const ids = [...new Set(next)].filter((id) => !seen.has(id));
    const asked = ids.slice(0, Math.max(0, workflowsAtMost - seen.size));
    for (const id of asked) seen.add(id);
    let found: readonly Found[];
    try {
      found = await Promise.all(asked.map((id) => lookInto(from, id, now)));
    } catch (error) {
      if (!isOutage(error)) throw error;
      return { closed: false, isBlind: true, troubles: [outage(error, from, now)] };
    }
    isBlind ||= found.some((one) => one.isBlind === true);
    isOpen ||= found.some((one) => one.isOpen);
    troubles.push(...found.flatMap((one) => one.troubles));
    next = found.flatMap((one) => one.children);
  }
  const first = workflowIds[0];
  if (isOpen && first !== undefined) troubles.push(...(await workerTrouble(from, first, now)));
  return { closed: !isOpen, isBlind, troubles: withoutLostSteps(mergeTroubles(troubles)) };
}

/** Workflows of one flow, for a look at all that holds them up. */
export interface FlowIds {
  readonly workflowIds: readonly string[];
  /** Those that may hold them up without being below them. */
  readonly beside: readonly string[];
  /** The command that starts the embedded worker anew. */
  readonly again: string;
}

/** {@link lookAtFlow} also at those beside, with the commands that mend the troubles from here. */
export async function lookAround(
  engine: Engine,
  { workflowIds, beside, again }: FlowIds,
): Promise<FlowLook> {
  const { embedded, settings } = engine;
  const look = await lookAtFlow(engine, workflowIds, engine.now());
  const isHeldUp = !look.closed && !look.isBlind && beside.length > 0;
  const around = isHeldUp ? await lookAtFlow(engine, beside, engine.now()) : undefined;
  const all = mergeTroubles([...look.troubles, ...(around?.troubles ?? [])]);
  const troubles = withoutLostSteps(all).map((one) =>
    withCommands(one, settings, { again, embedded }),
  );
  return { ...look, isBlind: look.isBlind || around?.isBlind === true, troubles };
}

interface Found {
  readonly isOpen: boolean;
  readonly troubles: readonly Trouble[];
  readonly children: readonly string[];
  readonly isBlind?: boolean;
}

const nothing: Found = { isOpen: false, troubles: [], children: [] };

async function lookInto(from: Lookout, workflowId: string, now: Date): Promise<Found> {
  const handle: StudyHandle = from.temporalClient.workflow.getHandle(workflowId);
  try {
    const described = await askInTime(from, () => handle.describe());
    const { status, type, raw } = described;
    if (status.name !== 'RUNNING') return nothing;
    if (type === 'studyWorkflow') {
      const { troubles, isBlind } = await lookAtStudy({ ...from, handle }, now);
      return { isOpen: true, troubles, children: [], isBlind };
    }
    const activities = await pendingActivitiesOf(from.temporalClient, described);
    return {
      isOpen: true,
      troubles: [...troublesOfActivities(activities, now), ...troublesOfWorkflow(described, now)],
      children: (raw.pendingChildren ?? []).flatMap(({ workflowId: id }) => id ?? []),
    };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return nothing;
    throw error;
  }
}

async function workerTrouble(
  from: Lookout,
  workflowId: string,
  now: Date,
): Promise<readonly Trouble[]> {
  try {
    const handle = from.temporalClient.workflow.getHandle(workflowId);
    await askInTime(from, () => handle.query(aliveQuery));
    return [];
  } catch (error) {
    if (error instanceof WorkflowNotFoundError || error instanceof QueryNotRegisteredError)
      return [];
    if (!isOutage(error)) throw error;
    return [await workerOutage(error, from, now)];
  }
}
