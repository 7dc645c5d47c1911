import { CancellationScope, isCancellation, patched } from '@temporalio/workflow';

/**
 * Runs `body` with the watchers beside it; they are cancelled with its end, and a watcher that fails ends it. Returns when all have ended: one may have
 * something to say yet, and what is said in the very step that ends an execution is heard by nobody.
 */
export async function runBeside(
  watchers: readonly (() => Promise<void>)[],
  body: () => Promise<void>,
): Promise<void> {
  const scope = new CancellationScope();
  let underWay = watchers.length;
  const ends: Promise<void>[] = [];
  const watching = scope
    .run(() => {
      for (const watch of watchers) ends.push(watch().finally(() => (underWay -= 1)));
      return Promise.all(ends);
    })
    .catch((error: unknown) => {
      if (!isCancellation(error)) throw error;
    });
  try {
    await Promise.race([body(), watching.then(() => new Promise<never>(() => undefined))]);
  } finally {
    scope.cancel();
    // The first that is cancelled ends this wait; studies of before went on then.
    await watching;
    if (underWay > 0 && patched('watchers-end-first')) await Promise.allSettled(ends);
  }
}
