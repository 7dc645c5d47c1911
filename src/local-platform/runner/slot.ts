import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { offerFreshShell } from '../../fresh-shell.ts';
import { type ProcessEntry, readProcess } from './process-table.ts';
import { killProcesses, signalProcesses } from './end-processes.ts';
import { asSubreaper } from './subreaper.ts';

/** What a slot's shell needs at its start. */
export interface SlotOptions {
  /** Numbered from 0 within the job. */
  readonly index: number;
  /** Environment text `NAME=value` that every process of the slot inherits and by which escapees are recognised. */
  readonly marker: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
  readonly largestFileBytes: number;
  /** A line that its shell reads before the first run's. */
  readonly firstLine: string;
}

/** bash where there is one, as most platforms have it. */
const shell = ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path)) ?? '/bin/sh';
/** Bytes of a block of `ulimit -f`. */
const blockBytes = shell === '/bin/sh' ? 512 : 1024;

/** How long the shell outlives its runner's death, for the guardian to find by it what runs have left. */
const lingerSeconds = 5;

/**
 * One persistent shell that executes a job's runs one after another. It leads its own session and inherits orphans (see
 * {@link asSubreaper}), so that whatever a run starts can be ended with it, and it survives SIGTERM itself, so that a run that is asked to end still gets its exit code written.
 */
export class Slot {
  readonly index: number;
  readonly marker: string;
  readonly pid: number;
  readonly startTime: string;
  readonly #shell: ChildProcess;
  #over: (() => void) | undefined;
  #alive = true;

  constructor(options: SlotOptions) {
    this.index = options.index;
    this.marker = options.marker;
    const [program, ...words] = asSubreaper(shell);
    this.#shell = spawn(program, words, {
      cwd: options.directory,
      env: options.environment,
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.pid = this.#shell.pid ?? -1;
    this.startTime = readProcess(this.pid)?.startTime ?? '';
    this.#shell.stdout?.on('data', () => this.#settle());
    // 'close' also says that a shell could not be started at all, after 'error'.
    this.#shell.on('error', () => this.#end());
    this.#shell.on('exit', () => this.#end());
    this.#shell.stdin?.on('error', () => this.#end());
    this.#write(
      `${offerFreshShell}\ntrap : TERM INT HUP\ntrap 'sleep ${lingerSeconds}' EXIT\nulimit -f ${Math.ceil(options.largestFileBytes / blockBytes)} 2>/dev/null\n${options.firstLine}\n`,
    );
  }

  /** False once the shell ended; such a slot takes no further run. */
  get alive(): boolean {
    return this.#alive;
  }

  /** Executes one line of shell and resolves when it is done or the shell is gone; whether it was done, only its files say. */
  execute(line: string): Promise<void> {
    return new Promise((resolve) => {
      this.#over = resolve;
      if (this.#alive) this.#write(`${line}; echo\n`);
      else this.#settle();
    });
  }

  /** Asks what runs in the slot to end and gives back whom it asked; the shell itself stays. */
  terminate(): readonly ProcessEntry[] {
    return signalProcesses(this.pid, this.marker, 'SIGTERM', this.pid);
  }

  /** Kills the shell, its session and the escapees, and resolves when none is left. */
  async kill(): Promise<void> {
    this.#shell.stdin?.destroy();
    await killProcesses(this.pid, this.marker);
    this.#end();
  }

  #write(text: string): void {
    this.#shell.stdin?.write(text);
  }

  #end(): void {
    this.#alive = false;
    this.#settle();
  }

  #settle(): void {
    const over = this.#over;
    this.#over = undefined;
    over?.();
  }
}
