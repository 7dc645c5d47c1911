/** Outcomes of the study that ends just now: each step of its end reads all of them, which takes a large study seconds. */
import type { OutcomesAtHand, Store } from '../src/store/index.ts';

/** After the last step that used them. */
const keptMs = 30_000;

interface Kept {
  readonly studyId: string;
  readonly outcomes: OutcomesAtHand;
  readonly drop: NodeJS.Timeout;
}

/** Of one study at a time, so that a worker never holds more than it needs for one end. */
const kept = new WeakMap<Store, Kept>();

/** What is at hand of the study's outcomes; other studies' are let go. */
export function outcomesAtHand(store: Store, studyId: string): OutcomesAtHand {
  const before = kept.get(store);
  clearTimeout(before?.drop);
  const outcomes: OutcomesAtHand =
    before?.studyId === studyId ? before.outcomes : new Map<number, never>();
  const drop = setTimeout(() => kept.delete(store), keptMs).unref();
  kept.set(store, { studyId, outcomes, drop });
  return outcomes;
}
