import { setTimeout as pause } from 'node:timers/promises';
import { postOnce, type Letter, type TellingOutcome } from '../../src/notify/index.ts';

/** Waits before the second and the third try, milliseconds. */
const waitsMs = [1_000, 4_000];

/** Posts the news as JSON, without any token, in three tries. Never throws. */
export async function postNotification(url: string, news: Letter): Promise<TellingOutcome> {
  let outcome = await postOnce({ url }, news);
  for (const waitMs of waitsMs) {
    if (outcome.ok || !outcome.mayHelp) break;
    await pause(waitMs);
    outcome = await postOnce({ url }, news);
  }
  return outcome;
}
