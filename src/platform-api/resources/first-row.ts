import { isNotServed, orNotServed } from '../not-served.ts';
import type { NotServed, OptionalCall } from '../not-served.ts';
import type { Transport } from '../transport/transport.ts';

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
  transport: Transport,
  optional: OptionalCall<void>,
): Promise<NotServed | undefined> {
  const answer = await orNotServed(transport, optional);
  return isNotServed(answer) ? answer : undefined;
}
