/**
 * Keeping contents and sweeping those that nobody names, at the same time. A content that is kept anew is made young, and a sweep takes only old
 * ones; for the moment between the sweep's look at an age and its removal there is a mark, which who keeps a content waits for.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { document, type ObjectStore } from '../objects/index.ts';

/** What nobody names is left alone for so long: a study that is being started names it soon. */
export const leastAgeMs = 24 * 3_600_000;

/** Who keeps a content that is older than this writes it again, so that it isn't old before it is named. */
const youngMs = leastAgeMs / 2;

/** There while a sweep removes contents; one that was killed leaves it, and it counts no more after the time in it. */
export const sweepMark = document('sweeping.json', z.object({ until: z.string() }));

/** Between two looks at the mark of a sweep. */
const pauseMs = 50;

/** Makes sure that a content is there and stays until it is named. @param write puts it in its place */
export async function keepContent(
  objects: ObjectStore,
  key: string,
  write: () => Promise<unknown>,
): Promise<void> {
  do {
    if (!(await isThereAndYoung(objects, key))) await write();
    await awaitSweep(objects);
    // A sweep that had seen it old may have taken what was written since.
  } while (!(await objects.has(key)));
}

async function isThereAndYoung(objects: ObjectStore, key: string): Promise<boolean> {
  if (!(await objects.has(key))) return false;
  const stamp = await objects.stamp(key);
  // A store that tells no ages is never swept.
  return stamp === undefined || Date.now() - stamp.modifiedMs < youngMs;
}

/** Resolves when no sweep removes anything just now. */
export async function awaitSweep(objects: Pick<ObjectStore, 'get'>): Promise<void> {
  for (;;) {
    const found = await objects.get(sweepMark.name);
    if (found === undefined || hasLapsed(found.bytes)) return;
    await sleep(pauseMs);
  }
}

/** Whether the mark is one that a sweep has left behind. */
export function hasLapsed(mark: Buffer): boolean {
  const { until } = sweepMark.decode(mark.toString('utf8'));
  return !(Date.parse(until) > Date.now());
}
