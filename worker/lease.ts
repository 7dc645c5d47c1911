/** How long an orderly end may take once the lease is over; a little more than the workers' own longest. */
const endTimeoutMs = 12_000;

/** A life that is tied to another's. */
export interface Lease {
  /** From now on the end of the lease is answered in an orderly way, which has a bound; before, it ends the process at once. */
  onEnd(end: () => void): void;
}

/**
 * Opens the lease of this process: `stdin` means that its life is tied to whoever holds the other end of its standard input; another value,
 * that it is tied to nobody.
 * @param leave ends the process
 */
export function openLease(
  kind: string | undefined,
  leave: () => void,
  input: NodeJS.ReadableStream = process.stdin,
): Lease {
  let endOrderly: (() => void) | undefined;
  let isOver = false;
  const finish = (): void => {
    if (isOver) return;
    isOver = true;
    if (endOrderly === undefined) {
      leave();
      return;
    }
    setTimeout(leave, endTimeoutMs).unref();
    endOrderly();
  };
  if (kind === 'stdin') {
    for (const event of ['end', 'close', 'error']) input.on(event, finish);
    input.resume();
  }
  return {
    onEnd: (end) => {
      endOrderly = end;
    },
  };
}
