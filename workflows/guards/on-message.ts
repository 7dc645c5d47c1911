/** How workflows hear signals and updates: each is parsed before its handler sees it. */
import type { SignalDefinition, UpdateDefinition } from '@temporalio/common';
import { log, setHandler } from '@temporalio/workflow';
import { sentenceOf } from '../failures.ts';
import type { Guard } from './guard.ts';

/**
 * Sets the handler of a signal. One that isn't as it should is dropped, and told in the worker's log: whoever sent it, the workflow goes on.
 * @param onDropped is told of each that was dropped
 */
export function onSignal<Content>(
  signal: SignalDefinition<[Content]>,
  guard: Guard<Content>,
  handle: (content: Content) => void | Promise<void>,
  onDropped: () => void = () => undefined,
): void {
  let dropped = 0;
  setHandler(signal, (content) => {
    let parsed: Content;
    try {
      parsed = guard(content, signal.name);
    } catch (error) {
      dropped += 1;
      log.warn('A signal was dropped', { signal: signal.name, dropped, why: sentenceOf(error) });
      return onDropped();
    }
    return handle(parsed);
  });
}

/**
 * Sets the handler of an update. One that isn't as it should is refused before it enters the history.
 * @param refuse throws where the update can't be taken now
 */
export function onUpdate<Answer, Content>(
  update: UpdateDefinition<Answer, [Content]>,
  guard: Guard<Content>,
  handle: (content: Content) => Answer | Promise<Answer>,
  refuse: (content: Content) => void = () => undefined,
): void {
  setHandler(update, (content) => handle(guard(content, update.name)), {
    validator: (content) => refuse(guard(content, update.name)),
  });
}
