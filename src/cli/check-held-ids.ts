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
  /** Absent: it is to be done only where the workflow isn't somebody's honest work. */
  readonly isOwnWork?: true;
}

/** None where nobody holds any; the first ten, and, where there are more workflows than one look takes, that it didn't take them all. */
export async function readHeldIds(engine: Asked): Promise<readonly HeldIdWords[]> {
  // Temporal's client takes a third of a second to load: only those pay who need it.
  const { listHeldIds } = await import('../temporal/held-ids.ts');
  const { held, looked, isPartial } = await listHeldIds(engine.temporalClient);
  const theirs = held.filter(({ foreignKey }) => foreignKey === undefined);
  return [
    ...(await sealedElsewhere(held, engine)),
    ...theirs.slice(0, mostTold).map((one) => heldIdWords(one, engine)),
    ...(isPartial ? [partialWords(looked, engine)] : []),
  ];
}

/** So many ids of one key are named. */
const mostNamed = 5;

/** One for each payload key that isn't here: what is sealed with it is likely one's own, from before the key was taken out. */
async function sealedElsewhere(
  held: readonly HeldId[],
  engine: Asked,
): Promise<readonly HeldIdWords[]> {
  const keys = new Set(held.flatMap(({ foreignKey }) => foreignKey ?? []));
  const words: HeldIdWords[] = [];
  for (const key of [...keys].slice(0, mostTold)) {
    const ofKey = held.filter(({ foreignKey }) => foreignKey === key);
    const { describeMissingKey } = await import('../look/missing-key.ts');
    const { sealedWith, whatToDo } = await describeMissingKey(engine, key);
    const ids = ofKey.slice(0, mostNamed).map(({ workflowId }) => workflowId);
    const more = ofKey.length > ids.length ? ` and ${ofKey.length - ids.length} more` : '';
    const one = ofKey.length === 1;
    words.push({
      sentence: `the open workflow${one ? '' : 's'} ${ids.join(', ')}${more} ${one ? 'is' : 'are'} sealed with ${sealedWith}`,
      toDo: whatToDo,
      isOwnWork: true,
    });
  }
  return words;
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
  return held.map(({ sentence, toDo, isOwnWork }) => ({
    ...{ name: isOwnWork ? 'Payload keys' : 'Workflow ids', ok: false, detail: sentence },
    hint: isOwnWork ? toDo : `Where it is not somebody's honest work: ${toDo}`,
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
