import { setTimeout as pause } from 'node:timers/promises';
import { notifyUrlProblem, type Notification } from '../../src/recurrence/index.ts';

/** How one way of telling somebody went. */
export interface NotificationOutcome {
  readonly ok: boolean;
  /** A sentence; the address without its path, which may be a secret. */
  readonly note: string;
}

/** Waits before the tries, milliseconds. */
const waitsMs = [0, 1_000, 4_000];
const answerMs = 10_000;

/** Posts the news as JSON, without any token, in three tries; a repeat is known by its `Idempotency-Key`. Never throws. */
export async function postNotification(
  url: string,
  news: Notification,
): Promise<NotificationOutcome> {
  const problem = notifyUrlProblem(url);
  if (problem !== undefined) return { ok: false, note: `Nobody was told: ${problem}` };
  const { origin } = new URL(url);
  let last = '';
  for (const waitMs of waitsMs) {
    await pause(waitMs);
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': `${news.schedule}/${news.passTime}`,
        },
        body: JSON.stringify(news),
        redirect: 'manual',
        signal: AbortSignal.timeout(answerMs),
      });
      await answer.body?.cancel();
      if (answer.ok) return { ok: true, note: `Told ${origin}` };
      last = `it answered ${answer.status}`;
      if (answer.status < 500 && answer.status !== 429) break;
    } catch (error) {
      last = reasonOf(error);
    }
  }
  return { ok: false, note: `Could not tell ${origin}: ${last}` };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${answerMs / 1000} s`;
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
