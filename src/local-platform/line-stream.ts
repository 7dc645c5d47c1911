import type { Socket } from 'node:net';

/** Calls `take` with each JSON line that arrives on a socket. A line that isn't JSON ends the connection. */
export function readJsonLines<T>(socket: Socket, take: (message: T) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      let message: T;
      try {
        message = JSON.parse(line) as T;
      } catch (error) {
        socket.destroy(error instanceof Error ? error : undefined);
        return;
      }
      take(message);
    }
  });
}

/** Sends one value as a JSON line. */
export function writeJsonLine(socket: Socket, message: unknown): void {
  socket.write(`${JSON.stringify(message)}\n`);
}
