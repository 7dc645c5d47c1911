import { getEventListeners } from 'node:events';
import { WorkflowFailedError } from '@temporalio/client';
import { RetryState } from '@temporalio/common';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hearClose } from '../../../src/cli/watch/hear-close.ts';

/** A client whose calls end with an error when their signal is aborted, and a workflow that ends as a test says. */
function workflow() {
  let given: AbortSignal | undefined;
  let resolve: (result: unknown) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<unknown>((...ends) => {
    [resolve, reject] = ends;
  });
  const client = {
    withAbortSignal: <T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> => {
      given = signal;
      signal.addEventListener('abort', () => reject(new Error('cancelled')));
      return call();
    },
  };
  return { client, handle: { result: () => promise }, resolve, reject, signal: () => given };
}

const aMoment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the hearing of a close', () => {
  it('is told when the workflow completes', async () => {
    const { client, handle, resolve } = workflow();
    const hearing = hearClose(client, handle);
    await aMoment();
    expect(hearing.closed.aborted).toBe(false);
    resolve({ state: 'Finished' });
    await aMoment();
    expect(hearing.closed.aborted).toBe(true);
    await hearing.end();
  });

  it('is told when the workflow fails', async () => {
    const { client, handle, reject } = workflow();
    const hearing = hearClose(client, handle);
    reject(new WorkflowFailedError('failed', undefined, RetryState.NON_RETRYABLE_FAILURE));
    await aMoment();
    expect(hearing.closed.aborted).toBe(true);
    await hearing.end();
  });

  it('says nothing when Temporal does not answer, as the workflow may be open', async () => {
    const { client, handle, reject } = workflow();
    const hearing = hearClose(client, handle);
    reject(new Error('14 UNAVAILABLE'));
    await hearing.end();
    expect(hearing.closed.aborted).toBe(false);
  });

  it('takes its question back at its end, which is no close', async () => {
    const { client, handle, signal } = workflow();
    const hearing = hearClose(client, handle);
    await hearing.end();
    expect(signal()?.aborted).toBe(true);
    expect(hearing.closed.aborted).toBe(false);
  });
});

describe('a close that takes hours', () => {
  afterEach(() => void vi.useRealTimers());

  it('leaves no listener behind but those of some polls', async () => {
    vi.useFakeTimers();
    const signals = new Set<AbortSignal>();
    let polls = 0;
    const client = {
      // As Temporal's client listens: with each poll, for good.
      withAbortSignal: async <T>(signal: AbortSignal): Promise<T> => {
        signals.add(signal);
        for (;;) {
          signal.throwIfAborted();
          polls += 1;
          await new Promise<void>((resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('cancelled')));
            setTimeout(resolve, 20_000);
          });
        }
      },
    };
    const hearing = hearClose(client, { result: () => Promise.resolve() });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(polls).toBeGreaterThan(150);
    const counts = [...signals].map((signal) => getEventListeners(signal, 'abort').length);
    expect(Math.max(...counts)).toBeLessThan(10);
    await hearing.end();
    expect(hearing.closed.aborted).toBe(false);
  });
});
