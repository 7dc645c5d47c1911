import type { DocumentFolder } from '../store/index.ts';
import { nextTry, type Telling } from './next-try.ts';
import { notifyLayout, type KeptTry } from './notify-layout.ts';
import type { Letter, TellingOutcome } from './outcome.ts';
import type { FoundEvent } from './read-events.ts';

/** What telling works with. */
export interface TellingTools {
  readonly folder: Pick<DocumentFolder, 'list' | 'read' | 'create' | 'write'>;
  /** Tells a target once. Never throws. */
  readonly tell: (target: string, letter: Letter) => Promise<TellingOutcome>;
  readonly now: () => Date;
}

/** How telling one target of one event stands. */
export async function readTelling(
  {
    folder,
    now,
  }: Pick<TellingTools, 'now'> & {
    readonly folder: Pick<DocumentFolder, 'list' | 'read'>;
  },
  name: string,
  target: string,
): Promise<Telling> {
  const { objects } = await folder.list(notifyLayout.attempts(name, target));
  const tries: KeptTry[] = [];
  for (let number = 1; number <= objects.length; number += 1) {
    tries.push(await folder.read(notifyLayout.attempt(name, target, number)));
  }
  return nextTry(tries, now());
}

/**
 * Tells a target of an event where that is due, and says how it stands then. That it is about to be told is kept before, so that no other worker
 * does the same; a worker that is killed between the telling and its note has it told once more, with the same id.
 */
export async function tellEvent(
  tools: TellingTools,
  { name, event }: Pick<FoundEvent, 'name' | 'event'>,
  target: string,
): Promise<Telling> {
  const { folder, tell, now } = tools;
  const before = await readTelling(tools, name, target);
  if (before.kind !== 'due') return before;
  const kept = notifyLayout.attempt(name, target, before.number);
  const intendedAt = now().toISOString();
  if (!(await folder.create(kept, { intendedAt }))) return { kind: 'waits', note: undefined };
  const { ok, note, mayHelp } = await tell(target, { id: event.id, body: JSON.stringify(event) });
  await folder.write(kept, { intendedAt, outcome: { ok, note, mayHelp, at: now().toISOString() } });
  return readTelling(tools, name, target);
}
