/** Waits inside an activity until what it needs is back, so that recovery is noticed within seconds and no history is written. */
import { setTimeout as delay } from 'node:timers/promises';
import { troubleOf, type Trouble } from '../src/run/trouble.ts';
import { healingErrorOf, type HealingError } from './healing-errors.ts';

/** The wait between two tries grows from the first to the second: with jitter below 5 s. */
const firstWaitMs = 250;
const longestWaitMs = 3_500;
/** Between two looks at a token that was refused. */
const personWaitMs = 4_000;
/** Who is to leave the platform alone for longer gives its slot back: the next try is begun when that is over. */
const longestAskedMs = 10_000;
/** Each wait is this share longer or shorter, so that many activities don't ask in step. */
const jitter = 0.2;

/** What trying an activity's work again needs. */
export interface Patience {
  readonly signal: AbortSignal;
  /** When trying must end, by `performance.now()`: the attempt's own end is near. */
  readonly untilMs: number;
  /** Trouble that an earlier attempt of the same activity was in. */
  readonly earlier: Trouble | undefined;
  readonly now: () => Date;
  /** Hears what is waited for. */
  readonly onTrouble: (trouble: Trouble) => void;
  /** A cheap call that fails while the token is refused; asked before the whole work is tried again. */
  readonly checkToken: () => Promise<void>;
}

/** What `work` gives, tried again as long as it fails for reasons that pass and there is time. @throws its latest error */
export async function waitOutTrouble<T>(work: () => Promise<T>, patience: Patience): Promise<T> {
  let trouble = patience.earlier;
  let next: () => Promise<unknown> = work;
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await next();
      if (next === work) return answer as T;
      next = work;
      continue;
    } catch (error) {
      const healing = patience.signal.aborted ? undefined : healingErrorOf(error);
      if (healing === undefined) throw error;
      const waitMs = waitOf(healing, tries);
      trouble = troubleOf(healing, patience.now().toISOString(), trouble);
      patience.onTrouble(trouble);
      if ((healing.askedWaitMs ?? 0) > longestAskedMs) throw error;
      if (performance.now() + waitMs > patience.untilMs) throw error;
      await delay(waitMs, undefined, { signal: patience.signal });
      next = healing.cure.wait === 'person' ? patience.checkToken : work;
    }
  }
}

function waitOf({ cure, askedWaitMs }: HealingError, tries: number): number {
  // Sooner than asked would cost a call for nothing; jitter only adds.
  if (askedWaitMs !== undefined) return askedWaitMs * (1 + jitter * Math.random() * 0.5);
  const plain =
    cure.wait === 'person' ? personWaitMs : Math.min(firstWaitMs * 2 ** tries, longestWaitMs);
  return plain * (1 - jitter + 2 * jitter * Math.random());
}
