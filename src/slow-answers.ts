/** Waits for the answers of servers, told to whoever sits at this process: which is slow, for how long, and when it is given up. */

/** A call to a server whose whole answer is still awaited. Holds no token, body or header. */
export interface SlowAnswer {
  /** Method and path. */
  readonly call: string;
  /** Milliseconds since the call was begun, with the repeats of a read. */
  readonly waitedMs: number;
  /** When it is given up, milliseconds, with all repeats; infinite where only each try has a limit. */
  readonly limitMs: number;
  /** When a single try of it is given up, milliseconds. */
  readonly tryMs: number;
}

type Hear = (slow: SlowAnswer) => void;

const listeners = new Set<Hear>();

/** Between two words about one wait; milliseconds. */
const everyMs = 5_000;

/** Hears of every slow answer of all clients in this process. Returns what ends the hearing. */
export function hearSlowAnswers(hear: Hear): () => void {
  listeners.add(hear);
  return () => void listeners.delete(hear);
}

/** What `work` gives; while it lasts, the wait is told again and again. */
export async function tellWhileWaiting<T>(
  told: Omit<SlowAnswer, 'waitedMs'>,
  work: () => Promise<T>,
): Promise<T> {
  const begunMs = performance.now();
  const timer = setInterval(() => {
    const waitedMs = performance.now() - begunMs;
    for (const hear of listeners) hear({ ...told, waitedMs });
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
