/** Finds the open execution of a study among Temporal's workflows. */
import type { WorkflowExecutionInfo, WorkflowHandle } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { studyWorkflow } from '../../../workflows/index.ts';
import { UsageError } from '../../errors.ts';
import { describeMissingKey } from '../../look/missing-key.ts';
import { foreignKeyOf } from '../../sealing/foreign-key.ts';
import { commandToEnd } from '../../temporal/command-to-end.ts';
import { studyWorkflowId, taskQueue } from '../../temporal/names.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { StoredStudy } from './stored-study.ts';

export type StudyHandle = WorkflowHandle<typeof studyWorkflow>;

/** The open execution of a study's name: which study it is, as its memo says. */
export interface OpenStudy {
  readonly studyId: string;
  readonly planHash: string;
  readonly handle: StudyHandle;
  readonly startedAt: Date;
  /** By which ticket it was started, as its memo says; undefined for one that an earlier version started. */
  readonly ticket: string | undefined;
  /** Temporal's word for how far it is, such as `RUNNING` or `TERMINATED`. */
  readonly status: string;
}

/**
 * The open execution of this name, or undefined when there is none.
 * @throws UsageError USAGE_UNSEALED, exit code 5, when nobody with our payload key started it
 */
export async function findOpenStudy(engine: Engine, name: string): Promise<OpenStudy | undefined> {
  const latest = await findLatest(engine, name);
  if (latest?.isOpen !== true) return undefined;
  if (latest.isOurs) return latest;
  const workflowId = studyWorkflowId(name);
  const { foreignKey } = latest;
  if (foreignKey !== undefined) throw await sealedElsewhere(engine, workflowId, foreignKey);
  throw new UsageError(
    'USAGE_UNSEALED',
    `Temporal has an open workflow "${workflowId}" that was not started with the payload key of this command line`,
    {
      exitCode: 5,
      hint: `If other workers have another key, give this one theirs (DOEFLOW_PAYLOAD_KEY_FILE; doeflow doctor shows which it is). Only where nobody with such a key works here, end it: ${commandToEnd(workflowId, engine)}`,
    },
  );
}

async function sealedElsewhere(
  engine: Engine,
  workflowId: string,
  foreignKey: string,
): Promise<UsageError> {
  const { sealedWith, whatToDo } = await describeMissingKey(engine, foreignKey);
  return new UsageError(
    'USAGE_UNSEALED',
    `Temporal has an open workflow "${workflowId}" that is sealed with ${sealedWith}`,
    { exitCode: 5, hint: whatToDo },
  );
}

/** An open workflow of a study's name that this command line can't read, as it lacks the key that sealed it: it may be the study's. */
export interface OpenUnread {
  /** The fingerprint of the key that its start says it was sealed with; undefined where it says none, or the key is here. */
  readonly foreignKey: string | undefined;
}

/** Undefined where there is none. */
export async function findOpenUnread(
  engine: Engine,
  { snapshot }: Pick<StoredStudy, 'snapshot'>,
): Promise<OpenUnread | undefined> {
  const latest = await findLatest(engine, snapshot.studyName);
  if (latest?.isOpen !== true || latest.isOurs) return undefined;
  return { foreignKey: latest.foreignKey };
}

/** An execution of a name, open or closed. */
type SeenExecution = OpenStudy &
  OpenUnread & { readonly isOpen: boolean; readonly isOurs: boolean };

/** The newest execution of a name. */
async function findLatest(engine: Engine, name: string): Promise<SeenExecution | undefined> {
  const handle = engine.temporalClient.workflow.getHandle<typeof studyWorkflow>(
    studyWorkflowId(name),
  );
  try {
    return seen(handle, await handle.describe());
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

function seen(
  handle: StudyHandle,
  { status, memo, startTime, ...found }: Omit<WorkflowExecutionInfo, 'raw'>,
): SeenExecution {
  return {
    studyId: String(memo?.['studyId']),
    planHash: String(memo?.['planHash']),
    handle,
    startedAt: startTime,
    ticket: typeof memo?.['ticket'] === 'string' ? memo['ticket'] : undefined,
    status: status.name,
    isOpen: status.name === 'RUNNING',
    foreignKey: foreignKeyOf(memo),
    // With a copy of our memo on another queue, no worker of ours has it.
    isOurs: found.taskQueue === taskQueue && typeof memo?.['studyId'] === 'string',
  };
}

/** The open execution of exactly this study, or undefined when it is closed or another study of its name is open. */
export async function findOpenExecution(
  engine: Engine,
  { studyId, snapshot }: StoredStudy,
): Promise<OpenStudy | undefined> {
  const latest = await findLatest(engine, snapshot.studyName);
  return latest?.isOpen === true && latest.studyId === studyId ? latest : undefined;
}

/** Executions of a name that are looked through. */
const mostExecutions = 200;

/**
 * The newest execution of exactly this study, whose end can be read from it when it is closed; undefined where Temporal has none. One that a
 * later study of its name came after is found in Temporal's list.
 */
export async function findExecution(
  engine: Engine,
  { studyId, snapshot }: StoredStudy,
): Promise<OpenStudy | undefined> {
  const latest = await findLatest(engine, snapshot.studyName);
  if (latest === undefined || latest.studyId === studyId) return latest;
  const { workflow } = engine.temporalClient;
  const workflowId = studyWorkflowId(snapshot.studyName);
  let looked = 0;
  for await (const info of workflow.list({ query: `WorkflowId = "${workflowId}"` })) {
    const execution = seen(workflow.getHandle<typeof studyWorkflow>(workflowId, info.runId), info);
    if (execution.studyId === studyId) return execution;
    looked += 1;
    if (looked === mostExecutions) return undefined;
  }
  return undefined;
}
