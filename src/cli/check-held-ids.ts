/** What `doeflow doctor` and `doeflow reap` say of workflow ids of ours that somebody else holds. */
import type { Check } from '../host/doctor/check.ts';
import { commandToEnd, type AskedServer } from '../temporal/command-to-end.ts';
import type { HeldId } from '../temporal/held-ids.ts';
import type { Engine } from './engine/open-engine.ts';
import { clip, printableLine } from './printable.ts';

type Asked = Pick<Engine, 'temporalClient' | 'namespace' | 'connection'>;

/** So many are told of; the others are as many more. */
const mostTold = 10;

/** A workflow that somebody else has under an id of ours, in words. */
export interface HeldIdWords {
  readonly sentence: string;
  readonly toDo: string;
}

/** None where nobody holds any; the first ten, and, where there are more workflows than one look takes, that it didn't take them all. */
export async function readHeldIds(engine: Asked): Promise<readonly HeldIdWords[]> {
  // Temporal's client takes a third of a second to load: only those pay who need it.
  const { listHeldIds } = await import('../temporal/held-ids.ts');
  const { held, looked, isPartial } = await listHeldIds(engine.temporalClient);
  return [
    ...held.slice(0, mostTold).map((one) => heldIdWords(one, engine)),
    ...(isPartial ? [partialWords(looked, engine)] : []),
  ];
}

/** Whoever opens any number of workflows hides no held id behind them unsaid. */
export function partialWords(
  looked: number,
  { namespace }: Pick<AskedServer, 'namespace'>,
): HeldIdWords {
  return {
    sentence: `only ${looked.toLocaleString('en-US')} of the open workflows in the namespace "${namespace}" were looked at: who holds an id of yours among the others isn't seen here`,
    toDo: `temporal workflow count --namespace ${namespace} --query 'ExecutionStatus="Running"', and end those that are nobody's`,
  };
}

/** One check for each id that is held; none where nothing is up. */
export async function checkHeldIds(engine: Asked | undefined): Promise<readonly Check[]> {
  const held = engine === undefined ? [] : await readHeldIds(engine);
  return held.map(({ sentence, toDo }) => ({
    ...{ name: 'Workflow ids', ok: false, detail: sentence },
    hint: `Where it is not somebody's honest work: ${toDo}`,
  }));
}

/** Somebody else chose the names of type and queue: they stay on one line, and short. */
export function heldIdWords(
  { workflowId, startedAt, ...theirs }: HeldId,
  server: AskedServer,
): HeldIdWords {
  const [workflowType, taskQueue] = [theirs.workflowType, theirs.taskQueue].map((name) =>
    clip(printableLine(name), 60),
  );
  return {
    sentence: `nobody with this payload key started the open workflow "${workflowId}" (${workflowType} on the task queue "${taskQueue}", since ${startedAt.toISOString().slice(0, 19)}Z): nothing of yours begins under its id`,
    toDo: commandToEnd(workflowId, server),
  };
}
