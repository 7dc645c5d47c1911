/** A study that the store here doesn't have may run all the same: with another store, or while this one's disk isn't mounted. */
import type { Connection } from '@temporalio/client';
import { studyNameOfId } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import { openOwnStore } from './open-own-store.ts';
import { commandToEnd } from '../../temporal/command-to-end.ts';
import type { Looked } from './other-stores.ts';
import { readSettings } from './read-settings.ts';
import { StudyNotStored } from '../studies/find-study.ts';

/** Temporal's number for an execution that is open. */
const running = 1;

/** Whoever is told that there is no such study waits no longer than this for more. */
const patienceMs = 4_000;

interface Link {
  readonly connection: Connection;
  readonly namespace: string;
  close(): Promise<void>;
}

/** "There is no such study" with what Temporal knows of it, and of workers with another store; any other error as it is. */
export async function explainByStore(error: unknown, context: CommandContext): Promise<unknown> {
  if (!(error instanceof StudyNotStored)) return error;
  try {
    const link = await openLink(context);
    if (link === undefined) return error;
    const store = await openOwnStore(context);
    try {
      return await link.connection.withDeadline(Date.now() + patienceMs, () =>
        explainByTemporal(error, {
          ...{ connection: link.connection, namespace: link.namespace },
          ...{ settings: readSettings(context), store },
        }),
      );
    } finally {
      await link.close();
    }
  } catch {
    // Temporal doesn't tell: what the store says is all that is known.
    return error;
  }
}

async function openLink(context: CommandContext): Promise<Link | undefined> {
  const { temporal } = readSettings(context);
  if (temporal === 'embedded') {
    const { openEngineIfUp } = await import('./open-engine-if-up.ts');
    return openEngineIfUp(context, patienceMs);
  }
  const { connectTemporal } = await import('../../temporal/connect.ts');
  return connectTemporal(temporal, { identity: 'doeflow-cli', answerMs: patienceMs });
}

/** What Temporal and its workers say of a study that the store doesn't have; the same error where they know nothing. */
export async function explainByTemporal(
  error: StudyNotStored,
  looked: Looked,
): Promise<StudyNotStored> {
  const { toldOfOtherStores } = await import('./other-stores.ts');
  const { reference } = error;
  const open = await findOpen(looked, reference);
  const others = await toldOfOtherStores(looked);
  if (open === undefined && others === undefined) return error;
  const why =
    open === undefined
      ? error.message
      : `The store here, ${looked.settings.store}, does not have the study "${reference}", but it goes on: its workflow ${open} is open in Temporal`;
  const hint =
    others ??
    `Look whether the disk of the store is mounted, and whether it is the workers’ own (doeflow config --show-origin); then repeat the command. Only where that store is gone for good: nobody can go on with the study. Stop its jobs on the platform, whose names begin with its own, then end ${open}: ${commandToEnd(String(open), looked)}`;
  return new StudyNotStored(reference, hint, why);
}

/** The open workflow of the study that is meant by a name or an id. */
async function findOpen(
  { connection, namespace }: Pick<Link, 'connection' | 'namespace'>,
  reference: string,
): Promise<string | undefined> {
  const { studyWorkflowId } = await import('../../temporal/names.ts');
  for (const name of new Set([reference, studyNameOfId(reference) ?? reference])) {
    const workflowId = studyWorkflowId(name);
    const status = await connection.workflowService
      .describeWorkflowExecution({ namespace, execution: { workflowId } })
      .then(({ workflowExecutionInfo }) => workflowExecutionInfo?.status)
      .catch(() => undefined);
    if (status === running) return workflowId;
  }
  return undefined;
}
