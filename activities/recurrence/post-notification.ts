import { setTimeout as pause } from 'node:timers/promises';
import { postOnce, type Letter, type TellingOutcome } from '../../src/notify/index.ts';

/** Waits before the tries, milliseconds. */
const waitsMs = [0, 1_000, 4_000];

/** Posts the news as JSON, without any token, in three tries. Never throws. */
export async function postNotification(url: string, news: Letter): Promise<TellingOutcome> {
  let outcome: TellingOutcome | undefined;
  for (const waitMs of waitsMs) {
    await pause(waitMs);
    outcome = await postOnce({ url }, news);
    if (outcome.ok || !outcome.mayHelp) return outcome;
  }
  return outcome ?? postOnce({ url }, news);
}
