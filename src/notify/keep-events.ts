import type { DocumentFolder } from '../store/index.ts';
import { eventOf, recoveryOf, type EventFacts } from './event-of.ts';
import { notifyLayout, type KeptEvent } from './notify-layout.ts';
import { readEvents, type FoundEvent } from './read-events.ts';
import { isToldWhenOver, newsOf, type StudySight } from './study-news.ts';

/** What keeping events needs. */
export interface KeepingEvents {
  readonly folder: Pick<DocumentFolder, 'list' | 'read' | 'create'>;
  /** Asked for only where there is something to tell. */
  readonly facts: () => Promise<EventFacts>;
  /** Takes secrets out of a text. */
  readonly hide: (text: string) => string;
}

/** Keeps what a look has to tell, each event once however many workers look, and gives back all events of the study. */
export async function keepEvents(
  { folder, facts, hide }: KeepingEvents,
  sight: StudySight,
  now: Date,
): Promise<readonly FoundEvent[]> {
  const before = await readEvents(folder);
  const { begun, over } = newsOf(sight, before, now);
  if (begun.length + over.length === 0) return before;
  const known = await facts();
  const keep = async (name: string, kept: KeptEvent): Promise<void> => {
    const event = JSON.parse(hide(JSON.stringify(kept.event))) as KeptEvent['event'];
    // Another worker that saw the same has made it, or makes the next one at its next look.
    await folder.create(notifyLayout.event(name), { ...kept, event });
  };
  for (const past of over) {
    if (!(await folder.create(notifyLayout.over(past.name), { at: now.toISOString() }))) continue;
    if (!isToldWhenOver(past, sight.progress)) continue;
    const name = `${past.name}-recovered`;
    await keep(name, { kind: past.kind, key: past.key, event: recoveryOf(known, past, name) });
  }
  const counts = new Map<string, number>();
  for (const { name } of before) {
    const [, kind = '', number = '0'] = /^([a-z]+)-(\d+)$/u.exec(name) ?? [];
    counts.set(kind, Math.max(counts.get(kind) ?? 0, Number(number)));
  }
  for (const news of begun) {
    const { kind, key } = news;
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    const name = `${kind}-${number}`;
    await keep(name, { kind, key, event: eventOf(known, news, name) });
  }
  return readEvents(folder);
}
