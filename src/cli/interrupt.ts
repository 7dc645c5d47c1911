import { promisify } from 'node:util';

/** Ctrl-C (and SIGTERM, SIGHUP): the first asks the command to come to an end, the second leaves at once. */
export interface Interrupt {
  /** Aborted by the first interruption. */
  readonly signal: AbortSignal;
  /** From now on the command ends by itself when interrupted; without a call the program leaves at once. */
  handle(): void;
  /**
   * Leaves interruptions to the system while `work` is under way, which ends the program at once with them: a long calculation lets no
   * listener be heard. For what has nothing to bring to an end; where interruptions are handled, they stay so.
   */
  unheard<T>(work: () => Promise<T>): Promise<T>;
  /** Stops listening: from now on interruptions are left to the system. For commands that only read and calculate. */
  close(): void;
}

const nextTurn = promisify(setImmediate);

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A command that hasn't come to its end so long after an interruption says how to leave it. */
const patienceMs = 2_000;

/**
 * @param leave Ends the program at once with the given exit code.
 * @param onSlow Called where the command is still there a while after the first interruption.
 */
export function listenForInterrupt(
  source: Pick<NodeJS.EventEmitter, 'on' | 'off'>,
  leave: (code: number) => void,
  onSlow: () => void,
): Interrupt {
  const controller = new AbortController();
  let handled = false;
  let slow: NodeJS.Timeout | undefined;
  const onSignal = (): void => {
    if (!handled || controller.signal.aborted) leave(130);
    else {
      controller.abort();
      slow = setTimeout(onSlow, patienceMs).unref();
    }
  };
  const listen = (): void => signals.forEach((name) => void source.on(name, onSignal));
  const stopListening = (): void => signals.forEach((name) => void source.off(name, onSignal));
  listen();
  return {
    signal: controller.signal,
    handle: () => {
      handled = true;
    },
    unheard: async (work) => {
      if (handled) return work();
      // What came while modules were loaded waits in the loop, and would be lost with its listeners.
      // The first turn may end without a look at what came, the second begins with one.
      await nextTurn();
      await nextTurn();
      stopListening();
      try {
        return await work();
      } finally {
        listen();
      }
    },
    close: () => {
      clearTimeout(slow);
      stopListening();
    },
  };
}
