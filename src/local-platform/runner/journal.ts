import {
  closeSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  write,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { JournalLine } from '../protocol.ts';

const writeAsync = promisify(write);
const syncAsync = promisify(fdatasync);

/** Lines for which nobody waits are gathered this long, so that one write, one sync and one notice serve many runs. */
const gatherMs = 16;

/** A job's append-only journal: every line is on the disk before anyone is notified. */
export class Journal {
  readonly #file: number;
  readonly #grew: () => void;
  #pending: string[] = [];
  #flushing: Promise<void> | undefined;
  #gathered: () => void = () => undefined;

  /** Opens or makes the file; an incomplete last line, of which no one was notified, is cut off. */
  constructor(path: string, grew: () => void) {
    this.#file = openSync(path, 'a+');
    this.#grew = grew;
    cutTornLine(this.#file);
    syncFolder(dirname(path));
  }

  /** Takes a line; it is on the disk when `settled` resolves. */
  append(line: JournalLine): void {
    this.#pending.push(JSON.stringify(line));
    this.#flushing ??= this.#flush();
  }

  /** Takes lines and resolves when they are on the disk. */
  async tell(lines: readonly JournalLine[]): Promise<void> {
    for (const line of lines) this.append(line);
    await this.settled();
  }

  /** Resolves when every line taken so far is on the disk, as soon as can be. */
  async settled(): Promise<void> {
    this.#gathered();
    while (this.#flushing !== undefined) await this.#flushing;
  }

  /** Writes what is left and closes the file. */
  async close(): Promise<void> {
    await this.settled();
    closeSync(this.#file);
  }

  async #flush(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, gatherMs);
      this.#gathered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    while (this.#pending.length > 0) {
      const text = `${this.#pending.join('\n')}\n`;
      this.#pending = [];
      await writeAsync(this.#file, text);
      await syncAsync(this.#file);
      this.#grew();
    }
    this.#flushing = undefined;
  }
}

/** A new file's lines are safe only when its name is. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function cutTornLine(file: number): void {
  const { size } = fstatSync(file);
  const window = Buffer.alloc(1 << 16);
  let end = size;
  while (end > 0) {
    const from = Math.max(0, end - window.length);
    const length = readSync(file, window, 0, end - from, from);
    const lineEnd = window.subarray(0, length).lastIndexOf(0x0a);
    end = lineEnd >= 0 ? from + lineEnd + 1 : from;
    if (lineEnd >= 0) break;
  }
  if (end < size) ftruncateSync(file, end);
}
