/** Finds the open execution of a study among Temporal's workflows. */
import type { WorkflowHandle } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { studyWorkflow } from '../../../workflows/index.ts';
import { studyWorkflowId } from '../../temporal/names.ts';
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

/** The open execution of this name, or undefined when there is none. */
export async function findOpenStudy(engine: Engine, name: string): Promise<OpenStudy | undefined> {
  const latest = await findLatest(engine, name);
  return latest?.isOpen === true ? latest : undefined;
}

/** The newest execution of a name, open or closed. */
async function findLatest(
  engine: Engine,
  name: string,
): Promise<(OpenStudy & { readonly isOpen: boolean }) | undefined> {
  const handle = engine.temporalClient.workflow.getHandle<typeof studyWorkflow>(
    studyWorkflowId(name),
  );
  try {
    const { status, memo, startTime } = await handle.describe();
    return {
      studyId: String(memo?.['studyId']),
      planHash: String(memo?.['planHash']),
      handle,
      startedAt: startTime,
      ticket: typeof memo?.['ticket'] === 'string' ? memo['ticket'] : undefined,
      status: status.name,
      isOpen: status.name === 'RUNNING',
    };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

/** The open execution of exactly this study, or undefined when it is closed or another study of its name is open. */
export async function findOpenExecution(
  engine: Engine,
  { studyId, snapshot }: StoredStudy,
): Promise<OpenStudy | undefined> {
  const open = await findOpenStudy(engine, snapshot.studyName);
  return open?.studyId === studyId ? open : undefined;
}

/** The newest execution of exactly this study, whose end can be read from it when it is closed; undefined where Temporal has none. */
export async function findExecution(
  engine: Engine,
  { studyId, snapshot }: StoredStudy,
): Promise<OpenStudy | undefined> {
  const latest = await findLatest(engine, snapshot.studyName);
  return latest?.studyId === studyId ? latest : undefined;
}
