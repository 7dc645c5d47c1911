import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A far platform: an address before a near one whose connections each carry so many bytes a second. */
export async function startSlowLine(
  target: { readonly host: string; readonly port: number },
  bytesPerSecond: number,
): Promise<{ readonly baseUrl: string; readonly close: () => void }> {
  const server = createServer((socket) => {
    const behind = connect(target.port, target.host);
    socket.pipe(behind);
    socket.on('error', () => behind.destroy());
    behind.on('error', () => socket.destroy());
    void carry().catch(() => socket.destroy());

    async function carry(): Promise<void> {
      const beganMs = performance.now();
      let bytes = 0;
      for await (const piece of behind as AsyncIterable<Buffer>) {
        bytes += piece.length;
        const dueMs = beganMs + (bytes / bytesPerSecond) * 1000 - performance.now();
        if (dueMs > 1) await delay(dueMs);
        if (!socket.write(piece)) await new Promise((resolve) => socket.once('drain', resolve));
      }
      socket.end();
    }
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}
