/** When a study's trouble began, over the activities of one worker: the step after the one that failed meets the same trouble, not a new one. */
import type { Trouble } from '../src/run/trouble.ts';

/** Trouble that nobody met for so long is over; the longest wait between two tries is in it. */
const overAfterMs = 30_000;

/** What one worker remembers. */
export class TroubleMemory {
  readonly #met = new Map<string, { readonly since: string; readonly metMs: number }>();

  /** `trouble` since the first time that this study met it without a pause. */
  meet(studyId: string, trouble: Trouble, nowMs: number): Trouble {
    for (const [key, { metMs }] of this.#met) {
      if (nowMs - metMs > overAfterMs) this.#met.delete(key);
    }
    const key = `${studyId} ${trouble.waitingFor}`;
    const since = [trouble.since, this.#met.get(key)?.since ?? trouble.since].sort()[0];
    const whole = { ...trouble, since: since ?? trouble.since };
    this.#met.set(key, { since: whole.since, metMs: nowMs });
    return whole;
  }
}
