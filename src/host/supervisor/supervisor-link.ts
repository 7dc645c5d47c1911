import { connect } from 'node:net';
import { isOwnSocket } from '../../files/index.ts';
import { followLines } from '../../follow-lines.ts';
import {
  longestState,
  parseState,
  type SupervisorRequest,
  type SupervisorState,
} from './protocol.ts';

/** A connection to a supervisor. */
export interface SupervisorLink {
  say(request: SupervisorRequest): void;
  close(): void;
}

/** Hears a supervisor; `onClose` is the last. */
export interface SupervisorListener {
  readonly onState: (state: SupervisorState) => void;
  readonly onClose: () => void;
}

/** Connects to a home's supervisor; gives back undefined when nothing serves the socket, or somebody else might. */
export function openSupervisorLink(
  socketPath: string,
  listener: SupervisorListener,
): Promise<SupervisorLink | undefined> {
  if (!isOwnSocket(socketPath)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    let connected = false;
    socket.once('connect', () => {
      connected = true;
      followLines(socket, longestState, (line) => {
        const state = readState(line);
        // Whoever says something else is no supervisor of this version.
        if (state === undefined) socket.destroy();
        else listener.onState(state);
      });
      resolve({
        say: (request) => {
          if (socket.writable) socket.write(`${JSON.stringify(request)}\n`);
        },
        close: () => socket.destroy(),
      });
    });
    socket.on('error', () => {
      // Refused, or no such file: nobody serves. Afterwards a reset is followed by `close`.
      if (!connected) resolve(undefined);
    });
    socket.once('close', () => {
      if (connected) listener.onClose();
    });
  });
}

function readState(line: string): SupervisorState | undefined {
  try {
    return parseState(line);
  } catch {
    return undefined;
  }
}
