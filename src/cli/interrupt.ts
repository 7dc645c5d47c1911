/** Ctrl-C (and SIGTERM, SIGHUP): the first asks the command to come to an end, the second leaves at once. */
export interface Interrupt {
  /** Aborted by the first interruption. */
  readonly signal: AbortSignal;
  /** From now on the command ends by itself when interrupted; without a call the program leaves at once. */
  handle(): void;
  /** Stops listening. */
  close(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** @param leave Ends the program at once with the given exit code. */
export function listenForInterrupt(
  source: Pick<NodeJS.EventEmitter, 'on' | 'off'>,
  leave: (code: number) => void,
): Interrupt {
  const controller = new AbortController();
  let handled = false;
  const onSignal = (): void => {
    if (!handled || controller.signal.aborted) leave(130);
    else controller.abort();
  };
  for (const name of signals) source.on(name, onSignal);
  return {
    signal: controller.signal,
    handle: () => {
      handled = true;
    },
    close: () => {
      for (const name of signals) source.off(name, onSignal);
    },
  };
}
