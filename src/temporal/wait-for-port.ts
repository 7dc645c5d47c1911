import { connect } from 'node:net';

/**
 * Waits until something listens at an address, looking every 20 ms; gives back whether it did in time. Asking by TCP first
 * matters: a gRPC channel that was refused once waits a second before it tries again.
 * @param address `host:port`
 */
export async function waitForPort(
  address: string,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<boolean> {
  const separator = address.lastIndexOf(':');
  const host = address.slice(0, separator).replace(/^\[|\]$/g, '');
  const port = Number(address.slice(separator + 1));
  const deadline = performance.now() + options.timeoutMs;
  for (;;) {
    if (options.signal?.aborted === true) return false;
    if (await isListening(host, port)) return true;
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const answer = (listening: boolean): void => {
      socket.destroy();
      resolve(listening);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
}
