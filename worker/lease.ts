/** Resolves when the lease is over: `stdin` means that our life is tied to whoever holds the other end of our standard input. */
export function untilLeaseEnds(lease: string | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (lease !== 'stdin') return;
    process.stdin.on('end', resolve);
    process.stdin.on('close', resolve);
    process.stdin.on('error', () => resolve());
    process.stdin.resume();
  });
}
