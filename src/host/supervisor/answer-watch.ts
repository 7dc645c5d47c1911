import { setTimeout as pause } from 'node:timers/promises';

/** When a program is asked, and how many questions in a row it may leave without any answer. */
export interface AskingPace {
  readonly everyMs: number;
  readonly patienceMs: number;
  readonly silentAtMost: number;
}

const usualPace: AskingPace = { everyMs: 5000, patienceMs: 10_000, silentAtMost: 3 };

/**
 * Asks a server by HTTP again and again; resolves with true once it has left several questions in a row without any answer, as one does that
 * was stopped or hangs, and with false when `signal` was given. A refused connection is an answer: whoever refuses has ended, or is about to.
 */
export async function becomesSilent(
  url: string,
  signal: AbortSignal,
  pace: AskingPace = usualPace,
): Promise<boolean> {
  let silent = 0;
  while (!signal.aborted && silent < pace.silentAtMost) {
    await pause(pace.everyMs, undefined, { ref: false });
    if (signal.aborted) return false;
    silent = (await answers(url, pace.patienceMs)) ? 0 : silent + 1;
  }
  return !signal.aborted;
}

async function answers(url: string, patienceMs: number): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs), method: 'HEAD' });
    await answer.body?.cancel();
    return true;
  } catch (error) {
    return (error as Error).name !== 'TimeoutError';
  }
}
