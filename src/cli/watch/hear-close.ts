import { WorkflowFailedError, type Client } from '@temporalio/client';

/** An open question to Temporal that is answered when a workflow closes. */
export interface CloseHearing {
  /** Aborted once the workflow has closed, in whatever way. */
  readonly closed: AbortSignal;
  /** Takes the question back; resolves when it isn't open any more. */
  readonly end: () => Promise<void>;
}

/**
 * Hears of a workflow's end at once, so that who looks at it again and again need not wait for the next look. What Temporal can't answer isn't
 * told: then only the looks see the end.
 */
export function hearClose(
  temporalClient: Pick<Client, 'withAbortSignal'>,
  handle: { readonly result: () => Promise<unknown> },
): CloseHearing {
  const over = new AbortController();
  const closed = new AbortController();
  const asked = temporalClient
    .withAbortSignal(over.signal, () => handle.result())
    .then(
      () => closed.abort(),
      (error: unknown) => {
        if (error instanceof WorkflowFailedError) closed.abort();
      },
    );
  return {
    closed: closed.signal,
    end: () => {
      over.abort();
      return asked;
    },
  };
}
