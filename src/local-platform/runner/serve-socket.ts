import { createServer, type Socket } from 'node:net';
import { listenForOwner } from '../../files/index.ts';
import { readMessages, writeJsonLine } from '../line-stream.ts';
import { parseCommand } from '../parse-messages.ts';
import type { RunnerCommand, RunnerNotice } from '../protocol.ts';

/** The runner's side of the socket. */
export interface RunnerSocket {
  /** Sends a notice to every server that is connected; without one it is dropped, since journals tell all. */
  readonly notify: (notice: RunnerNotice) => void;
  readonly close: () => void;
}

/** One server has the data folder; what is more is a mistake. */
const mostConnections = 20;

/**
 * Listens at the address. The caller holds the data folder's runner lock, so a socket file found there is a dead runner's and is
 * replaced.
 */
export async function serveSocket(
  path: string,
  take: (command: RunnerCommand) => void,
  connectionsChanged: (count: number) => void,
): Promise<RunnerSocket> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    connectionsChanged(sockets.size);
    // An error is followed by 'close', where the connection is forgotten.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      connectionsChanged(sockets.size);
    });
    readMessages(socket, parseCommand, take);
    writeJsonLine(socket, { type: 'ready', pid: process.pid } satisfies RunnerNotice);
  });
  server.maxConnections = mostConnections;
  await listenForOwner(server, path);
  return {
    notify: (notice) => {
      for (const socket of sockets) writeJsonLine(socket, notice);
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
