import { isNotServed, orNotServed } from '../not-served.ts';
import type { NotServed } from '../not-served.ts';

/** The same rows, after the first page was really asked for: a missing endpoint rejects here and not in the caller's loop. */
export async function withFirstRow<T>(rows: AsyncGenerator<T>): Promise<AsyncIterable<T>> {
  const first = await rows.next();
  return (async function* () {
    if (first.done === true) return;
    yield first.value;
    yield* rows;
  })();
}

/** Undefined when done, {@link NotServed} where the platform has no such endpoint. */
export async function onlyIfServed(
  call: () => Promise<void>,
  objectExists?: () => Promise<unknown>,
): Promise<NotServed | undefined> {
  const answer = await orNotServed(call, objectExists);
  return isNotServed(answer) ? answer : undefined;
}
