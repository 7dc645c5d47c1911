import type { createLogUpdate } from 'log-update';

/** Lines on a terminal that are drawn over each time they change. */
export interface LiveFrame {
  draw(lines: readonly string[]): void;
  /** Takes the lines away, so that something else can be written; the next draw brings them back below it. */
  clear(): void;
  /** Takes the lines away for good. */
  end(): Promise<void>;
}

/**
 * A frame on `stream`. What draws it is loaded with the first lines: it costs more than the whole rest of the command line,
 * and most commands never draw.
 */
export function createLiveFrame(stream: NodeJS.WriteStream): LiveFrame {
  return new LazyLiveFrame(stream);
}

class LazyLiveFrame implements LiveFrame {
  readonly #stream: NodeJS.WriteStream;
  #painter: 'not loaded' | Promise<void> | ReturnType<typeof createLogUpdate> = 'not loaded';
  #lines: readonly string[] = [];
  #isOnScreen = false;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  draw(lines: readonly string[]): void {
    this.#lines = lines;
    if (this.#painter === 'not loaded') this.#painter = this.#load();
    else this.#paint();
  }

  clear(): void {
    if (this.#isOnScreen && typeof this.#painter === 'function') this.#painter.clear();
    this.#isOnScreen = false;
  }

  async end(): Promise<void> {
    if (this.#painter instanceof Promise) await this.#painter;
    this.clear();
    if (this.#lines.length > 0 && typeof this.#painter === 'function') this.#painter.done();
    this.#lines = [];
    this.#isOnScreen = false;
  }

  async #load(): Promise<void> {
    const { createLogUpdate: create } = await import('log-update');
    this.#painter = create(this.#stream);
    this.#paint();
  }

  #paint(): void {
    if (typeof this.#painter !== 'function') return;
    this.#painter(this.#lines.join('\n'));
    this.#isOnScreen = true;
  }
}
