import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { listenForOwner } from '../../files/index.ts';
import { followLines } from '../../follow-lines.ts';
import {
  longestRequest,
  parseRequest,
  type SupervisorRequest,
  type SupervisorState,
} from './protocol.ts';

/** What a client wants with its lease. */
export interface LeaseWish {
  /** The client's, where the platform is a configured one. */
  readonly platformToken: string | undefined;
  /** It needs no worker. */
  readonly looksOnly: boolean;
}

/** Where clients reach a supervisor: it tells them its state and counts who holds a lease. */
export interface LeaseDesk {
  /** Who holds a lease now. */
  leases(): readonly { readonly pid: number; readonly keep: boolean }[];
  /** Tells every client. */
  tell(state: SupervisorState): void;
  /** Lets those go who gave their lease back and wait for the end of the programs, as these stay. */
  letGo(): void;
  /** Lets no further client in; those who are in stay until this process has ended, which closes their connections. */
  shut(): void;
}

/** Bytes that may wait for a client that doesn't read them. */
const mostUnread = 100_000;

const mostConnections = 500;

/**
 * Opens the desk at a Unix socket. The caller has locked the home, so that a socket file that is there belongs to a dead supervisor.
 * @param events `state` answers each newcomer; `onLease` is called when one took a lease, `onEmpty` when the last lease is gone
 */
export async function openLeaseDesk(
  socketPath: string,
  events: {
    readonly state: () => SupervisorState;
    readonly onLease: (wish: LeaseWish) => void;
    readonly onEmpty: () => void;
    readonly onProblem: (problem: string) => void;
  },
): Promise<LeaseDesk> {
  const connections = new Set<Socket>();
  const holders = new Map<Socket, { readonly pid: number; readonly keep: boolean }>();
  const leaving = new Set<Socket>();
  const send = (socket: Socket, state: SupervisorState): void => {
    // A client that is stopped reads nothing; it is told the state once it goes on.
    if (socket.writable && socket.writableLength < mostUnread)
      socket.write(`${JSON.stringify(state)}\n`);
  };
  const letGo = (socket: Socket): void => {
    send(socket, { state: 'kept' });
    socket.end();
  };
  const giveBack = (socket: Socket): void => {
    if (holders.delete(socket) && holders.size === 0) events.onEmpty();
  };

  const server = createServer((socket) => {
    connections.add(socket);
    socket.on('error', (error) => events.onProblem(`a client's connection: ${error.message}`));
    socket.on('close', () => {
      connections.delete(socket);
      leaving.delete(socket);
      giveBack(socket);
    });
    followLines(socket, longestRequest, (line) => {
      const request = readRequest(line);
      if (request === undefined) {
        // Its words stay unsaid: a token may be among them.
        events.onProblem('a client sent what is no request; its connection was closed');
        socket.destroy();
        return;
      }
      if (request.type === 'hello') {
        holders.set(socket, { pid: request.pid, keep: request.keep });
        send(socket, { state: 'leased' });
        const { platformToken, looksOnly = false } = request;
        events.onLease({ platformToken, looksOnly });
        send(socket, events.state());
      } else {
        if (holders.size > (holders.has(socket) ? 1 : 0)) letGo(socket);
        else leaving.add(socket);
        giveBack(socket);
      }
    });
    send(socket, events.state());
  });

  server.maxConnections = mostConnections;
  await listenForOwner(server, socketPath);

  return {
    leases: () => [...holders.values()],
    tell: (state) => connections.forEach((socket) => send(socket, state)),
    letGo: () => leaving.forEach(letGo),
    shut() {
      // Gone before anything ends: a client that comes now starts a new supervisor, which waits for us.
      rmSync(socketPath, { force: true });
      server.close();
    },
  };
}

function readRequest(line: string): SupervisorRequest | undefined {
  try {
    return parseRequest(line);
  } catch {
    return undefined;
  }
}
