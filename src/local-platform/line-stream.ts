import type { Socket } from 'node:net';
import { followLines } from '../follow-lines.ts';

/** Characters of one message: ids, a number and a reason. */
const longestMessage = 100_000;
/** Bytes that may wait for a peer that doesn't read. */
const mostUnread = 1_000_000;

/**
 * Calls `take` with each message that arrives on a socket. The first line that is none ends the connection, and so does a peer that
 * sends a line without end.
 *
 * @param parse gives back undefined for what is no message.
 */
export function readMessages<T>(
  socket: Socket,
  parse: (value: unknown) => T | undefined,
  take: (message: T) => void,
): void {
  followLines(socket, longestMessage, (line) => {
    const message = parse(parseJson(line));
    if (message === undefined) socket.destroy();
    else take(message);
  });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

/** Sends one value as a JSON line; a peer that has long stopped reading is cut off, and hears everything again when it is back. */
export function writeJsonLine(socket: Socket, message: unknown): void {
  if (socket.writableLength > mostUnread) socket.destroy();
  else socket.write(`${JSON.stringify(message)}\n`);
}
