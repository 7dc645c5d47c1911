import { CancellationScope, isCancellation } from '@temporalio/workflow';

/** Runs `body` with the watchers beside it; they are cancelled with its end, and a watcher that fails ends it. */
export async function runBeside(
  watchers: readonly (() => Promise<void>)[],
  body: () => Promise<void>,
): Promise<void> {
  const scope = new CancellationScope();
  const watching = scope
    .run(() => Promise.all(watchers.map((watch) => watch())))
    .catch((error: unknown) => {
      if (!isCancellation(error)) throw error;
    });
  try {
    await Promise.race([body(), watching.then(() => new Promise<never>(() => undefined))]);
  } finally {
    scope.cancel();
    await watching;
  }
}
