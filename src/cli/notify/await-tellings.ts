import { setTimeout as delay } from 'node:timers/promises';
import { notifyLayout, readTellings, type TellingOfEvent } from '../../notify/index.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { notToldWords } from './telling-rows.ts';

const everyMs = 100;
/** The embedded worker ends with the command: it has so long to tell, and the next worker goes on with what is left. */
const longestMs = 4_000;

/** Waits a moment until those that a study tells have been told what was just shown, and says how that went; only where the worker ends with the command. */
export async function awaitTellings(
  { output, now }: Pick<CommandContext, 'output' | 'now'>,
  { store, embedded }: Pick<Engine, 'store' | 'embedded'>,
  { studyId, event }: { readonly studyId: string; readonly event: 'finished' | 'paused' },
): Promise<void> {
  if (!embedded) return;
  const choice = await store.notifications(studyId).find(notifyLayout.choice);
  if (choice?.targets.some(({ on }) => on.includes(event)) !== true) return;
  const untilMs = performance.now() + longestMs;
  for (;;) {
    const tellings = await readTellings(store, studyId, now());
    const current = tellings.filter((one) => one.event === event && !one.isOver);
    const isDone = current.length > 0 && !current.some(isUnderWay);
    if (!isDone && performance.now() < untilMs) {
      await delay(everyMs);
      continue;
    }
    if (current.length === 0) output.warn(`Nobody was told yet; the next worker does it`);
    for (const one of current) {
      if (one.telling.kind === 'told') output.note(`Told ${one.target}.`);
      else output.warn(notToldWords(one));
    }
    return;
  }
}

function isUnderWay({ telling }: TellingOfEvent): boolean {
  return telling.kind === 'due' || (telling.kind === 'waits' && telling.note === undefined);
}
