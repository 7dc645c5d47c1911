import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readMessages, writeJsonLine } from '../line-stream.ts';
import { parseNotice } from '../parse-messages.ts';
import type { RunnerCommand } from '../protocol.ts';
import { runnerFolder } from '../data-folder.ts';
import type { PlatformSettings } from '../settings.ts';
import { runnerSocketPath } from '../socket-path.ts';

/** What the link reports to the scheduler. */
export interface RunnerEvents {
  /** A runner is there, new or again: everything it should know must be said. */
  readonly connected: () => void;
  readonly grew: (jobId: string) => void;
  readonly refused: (jobId: string, message: string) => void;
}

const patienceMs = 50;

/** The compiled program of the runner. */
export const runnerProgram = fileURLToPath(new URL('../runner/main.js', import.meta.url));

/** The server's side of the socket: keeps a connection to the runner, and a runner where the settings ask for one. */
export class RunnerLink {
  readonly #settings: PlatformSettings;
  readonly #dataFolder: string;
  readonly #socketPath: string;
  readonly #events: RunnerEvents;
  #socket: Socket | undefined;
  #closed = false;

  constructor(settings: PlatformSettings, dataFolder: string, events: RunnerEvents) {
    this.#settings = settings;
    this.#dataFolder = dataFolder;
    this.#socketPath = runnerSocketPath(runnerFolder(dataFolder, settings.runUser !== undefined));
    this.#events = events;
  }

  /** Connects and reconnects until closed. */
  async run(): Promise<void> {
    for (let tries = 0; !this.#closed; tries += 1) {
      const socket = await this.#connect();
      if (socket === undefined) {
        // A runner that was just started gets a second before another one is tried; two can't run, one would leave at once.
        if (tries % 20 === 0 && this.#settings.runner === 'spawn') this.#spawn();
        await delay(patienceMs);
        continue;
      }
      tries = -1;
      await this.#serve(socket);
    }
  }

  /** Sends a command, or drops it while no runner is there: `connected` makes the scheduler say everything again. */
  send(command: RunnerCommand): void {
    if (this.#socket !== undefined) writeJsonLine(this.#socket, command);
  }

  close(): void {
    this.#closed = true;
    this.#socket?.destroy();
  }

  #connect(): Promise<Socket | undefined> {
    return new Promise((resolve) => {
      const socket = connect(this.#socketPath);
      socket.once('connect', () => resolve(socket));
      socket.once('error', () => resolve(undefined));
    });
  }

  async #serve(socket: Socket): Promise<void> {
    if (this.#closed) {
      socket.destroy();
      return;
    }
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      // 'close' follows; a lost runner is started again by the loop.
      socket.on('error', () => socket.destroy());
    });
    readMessages(socket, parseNotice, (notice) => {
      if (notice.type === 'ready') {
        this.#socket = socket;
        this.#events.connected();
      } else if (notice.type === 'grew') this.#events.grew(notice.jobId);
      else this.#events.refused(notice.jobId, notice.message);
    });
    await closed;
    this.#socket = undefined;
  }

  #spawn(): void {
    const log = openSync(join(this.#dataFolder, 'runner.log'), 'a', 0o600);
    const { cores, runUser } = this.#settings;
    const child = spawn(
      process.execPath,
      [
        // A small heap that is cleaned often keeps the runner's starts of shells cheap.
        '--optimize-for-size',
        runnerProgram,
        ...['--data', this.#dataFolder, '--lease', 'linger=10'],
        ...(cores === undefined ? [] : ['--cores', String(cores)]),
        ...(runUser === undefined ? [] : ['--apart']),
      ],
      {
        ...(runUser === undefined ? {} : { uid: runUser.uid, gid: runUser.gid, cwd: '/' }),
        detached: true,
        stdio: ['ignore', log, log],
        // The runner has no use for the token, and its children must not see it.
        env: { PATH: process.env['PATH'] ?? '', TMPDIR: process.env['TMPDIR'] },
      },
    );
    child.on('error', (error) =>
      process.stderr.write(`The runner can't be started: ${error.message}\n`),
    );
    child.unref();
    closeSync(log);
  }
}
