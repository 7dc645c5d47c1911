/** What a step asks for: another step at once, after a while, when woken, or never again. */
export type NextStep = 'again' | 'asleep' | 'over' | { readonly waitMs: number };

/** Repeats a step, one at a time, until it says that it is over. Waking it ends a wait early and makes a running step be repeated. */
export class WakefulLoop {
  readonly #step: () => Promise<NextStep>;
  #woken = false;
  #wake: (() => void) | undefined;
  #ended = false;

  constructor(step: () => Promise<NextStep>) {
    this.#step = step;
  }

  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /** Ends the loop after the step that is running. */
  end(): void {
    this.#ended = true;
    this.wake();
  }

  /** Resolves when the loop is over; rejects with what a step threw. */
  async run(): Promise<void> {
    while (!this.#ended) {
      this.#woken = false;
      const next = await this.#step();
      if (next === 'over') return;
      if (next !== 'again') await this.#wait(next === 'asleep' ? undefined : next.waitMs);
    }
  }

  #wait(waitMs: number | undefined): Promise<void> {
    if (this.#woken || this.#ended) return Promise.resolve();
    return new Promise((resolve) => {
      const timer =
        waitMs === undefined
          ? undefined
          : setTimeout(() => this.#wake?.(), Math.min(waitMs, 2 ** 31 - 1));
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
    });
  }
}
