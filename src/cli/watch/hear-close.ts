import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowFailedError, type Client } from '@temporalio/client';

/**
 * A question is put anew after so long: Temporal's client listens to its signal with each of the polls that it is made of, of which one takes some
 * twenty seconds, and never stops.
 */
const askedAnewMs = 120_000;

/** The wait after an answer that says nothing, as from a server that is away. */
const awayMs = 10_000;

/** An open question to Temporal that is answered when a workflow closes. */
export interface CloseHearing {
  /** Aborted once the workflow has closed, in whatever way. */
  readonly closed: AbortSignal;
  /** Takes the question back; resolves when it isn't open any more. */
  readonly end: () => Promise<void>;
}

/**
 * Hears of a workflow's end at once, so that who looks at it again and again need not wait for the next look. What Temporal can't answer isn't
 * told: then only the looks see the end, until it is asked anew.
 */
export function hearClose(
  temporalClient: Pick<Client, 'withAbortSignal'>,
  handle: { readonly result: () => Promise<unknown> },
): CloseHearing {
  const over = new AbortController();
  const closed = new AbortController();
  const asked = hear(over.signal, closed, (signal) =>
    temporalClient.withAbortSignal(signal, () => handle.result()),
  );
  return {
    closed: closed.signal,
    end: () => {
      over.abort();
      return asked;
    },
  };
}

async function hear(
  over: AbortSignal,
  closed: AbortController,
  ask: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  while (!over.aborted) {
    const question = new AbortController();
    const takeBack = (): void => question.abort();
    const timer = setTimeout(takeBack, askedAnewMs);
    over.addEventListener('abort', takeBack, { once: true });
    try {
      await ask(question.signal);
      closed.abort();
      return;
    } catch (error) {
      if (error instanceof WorkflowFailedError) {
        closed.abort();
        return;
      }
    } finally {
      clearTimeout(timer);
      over.removeEventListener('abort', takeBack);
    }
    if (question.signal.aborted) continue;
    await delay(awayMs, undefined, { signal: over, ref: false }).catch(() => undefined);
  }
}
