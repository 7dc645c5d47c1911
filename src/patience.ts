/** How long a command waits for slow answers of servers in all, however many calls it makes: a server that drips each of them holds it no longer. */

/** Thrown into a call when the patience with slow answers is used up. */
export class PatienceEnded extends Error {
  constructor(totalMs: number) {
    super(`given up, as waiting for slow answers took ${Math.round(totalMs / 1000)} s in all`);
    this.name = 'PatienceEnded';
  }
}

/** Patience comes back while nothing is slow, this much of the time: whoever follows a study for days meets slow spells. */
const regained = 0.25;
const tickMs = 100;

interface Allowance {
  readonly slowFromMs: number;
  totalMs: number;
  leftMs: number;
  sinceMs: number;
  readonly giveUp: Set<() => void>;
  timer: NodeJS.Timeout | undefined;
}

let allowance: Allowance | undefined;

/** From now on the slow answers of this process have `totalMs` together, those at the same time counted once; an answer is slow after `slowFromMs`. Returns what ends the limit. */
export function limitSlowAnswers(totalMs = 600_000, slowFromMs = 5_000): () => void {
  const own: Allowance = {
    ...{ slowFromMs, totalMs, leftMs: totalMs, sinceMs: performance.now() },
    ...{ giveUp: new Set<() => void>(), timer: undefined },
  };
  allowance = own;
  return () => {
    clearInterval(own.timer);
    if (allowance === own) allowance = undefined;
  };
}

/** A wait of `ms` is meant: a limit that is shorter grows by what is missing. */
export function allowWait(ms: number): void {
  if (allowance === undefined || allowance.totalMs >= ms) return;
  allowance.leftMs += ms - allowance.totalMs;
  allowance.totalMs = ms;
}

/**
 * What `work` gives. From its `begin` on it is a wait for an answer; what it waits for before, such as its turn in a budget, takes no patience.
 * @throws what `work` rejects with where its signal aborts, for the caller's reason or for {@link PatienceEnded}
 */
export async function withPatience<T>(
  signal: AbortSignal,
  work: (signal: AbortSignal, begin: () => void) => Promise<T>,
): Promise<T> {
  const own = allowance;
  if (own === undefined) return work(signal, () => undefined);
  const ended = new AbortController();
  const giveUp = (): void => ended.abort(new PatienceEnded(own.totalMs));
  let timer: NodeJS.Timeout | undefined;
  try {
    return await work(AbortSignal.any([signal, ended.signal]), () => {
      timer ??= setTimeout(() => {
        settle(own);
        own.giveUp.add(giveUp);
        own.timer ??= setInterval(() => settle(own), tickMs);
        settle(own);
      }, own.slowFromMs);
    });
  } finally {
    clearTimeout(timer);
    settle(own);
    own.giveUp.delete(giveUp);
    if (own.giveUp.size === 0) {
      clearInterval(own.timer);
      own.timer = undefined;
    }
  }
}

/** Counts the time since the last look, as slow or as regained, and ends the slow calls when nothing is left. */
function settle(own: Allowance): void {
  const now = performance.now();
  const passedMs = now - own.sinceMs;
  own.sinceMs = now;
  const change = own.giveUp.size > 0 ? -passedMs : passedMs * regained;
  own.leftMs = Math.min(own.totalMs, own.leftMs + change);
  if (own.leftMs > 0) return;
  for (const giveUp of own.giveUp) giveUp();
}
