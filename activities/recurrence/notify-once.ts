import {
  recurrenceLayout,
  type Notification,
  type NotifySettings,
} from '../../src/recurrence/index.ts';
import type { DocumentFolder } from '../../src/store/index.ts';
import { runCommand, type TellingOutcome } from '../../src/notify/index.ts';
import { postNotification } from './post-notification.ts';

/** Tells those whom the order names, once for each occurrence however often it is closed; answers how that went, in sentences. */
export async function notifyOnce(
  orders: DocumentFolder,
  { url, command }: NotifySettings,
  news: Notification,
): Promise<readonly string[]> {
  if (url === undefined && command === undefined) return [];
  const kept = recurrenceLayout.notification(news.passTime);
  const intendedAt = new Date().toISOString();
  if (!(await orders.create(kept, { intendedAt }))) {
    const { outcomes } = await orders.read(kept);
    return outcomes === undefined
      ? ['Whether the notification went out is not known: the worker ended while it was sent']
      : outcomes.map(({ note }) => note);
  }
  const letter = { id: `${news.schedule}/${news.passTime}`, body: JSON.stringify(news) };
  const told: readonly TellingOutcome[] = await Promise.all([
    ...(url === undefined ? [] : [postNotification(url, letter)]),
    ...(command === undefined ? [] : [runCommand(['/bin/sh', '-c', command], letter)]),
  ]);
  const outcomes = told.map(({ ok, note }) => ({ ok, note }));
  await orders.write(kept, { intendedAt, outcomes });
  return outcomes.map(({ note }) => note);
}
