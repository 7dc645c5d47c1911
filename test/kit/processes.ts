import { processMark } from '../../src/host/supervisor/process-mark.ts';

/** A process as it was seen; a later one of the same id isn't it. */
export interface SeenProcess {
  readonly pid: number;
  readonly mark: string;
}

/** @throws Error when there is no such process. */
export function seeProcess(pid: number): SeenProcess {
  const mark = processMark(pid);
  if (mark === undefined) throw new Error(`Expected process ${pid} to run, got none`);
  return { pid, mark };
}

/** Says whether that very process is still there; a zombie isn't. */
export function isAlive(seen: SeenProcess): boolean {
  return processMark(seen.pid) === seen.mark;
}

/**
 * Looks every 25 ms until `condition` gives back something other than false or undefined, and gives that back.
 * @throws Error naming `what` after `timeoutMs`, a bound against hanging, not a promise of speed.
 */
export async function waitFor<T>(
  what: string,
  condition: () => T | Promise<T>,
  timeoutMs = 60_000,
): Promise<Exclude<T, false | undefined>> {
  const started = performance.now();
  for (;;) {
    const answer = await condition();
    if (answer !== false && answer !== undefined) return answer as Exclude<T, false | undefined>;
    if (performance.now() - started > timeoutMs) {
      throw new Error(`Expected ${what} within ${timeoutMs} ms, got nothing of it`);
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
