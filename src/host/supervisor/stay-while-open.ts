import { setTimeout as pause } from 'node:timers/promises';

/** How often is asked what is open, and how far the two looks lie apart that must find nothing: a list of Temporal's may be a moment late. */
export interface StayingPace {
  readonly everyMs: number;
  readonly againMs: number;
}

/** What counts as open until the server has answered. */
const notTold: readonly string[] = ['what its Temporal server has open, which it has not told yet'];

const usualPace: StayingPace = { everyMs: 3_000, againMs: 1_000 };

/** What decides whether programs stay without anybody who asked for them. */
export interface StayOptions {
  /** What is open, by name. @throws where nobody answers: that counts as open, since what costs money may be */
  readonly openWork: () => Promise<readonly string[]>;
  /** Hears what the programs stay for, whenever that has changed; undefined while nobody answers. */
  readonly onOpen: (work: readonly string[] | undefined) => void;
  /** The programs end for another reason. */
  readonly signal: AbortSignal;
}

/** Whether programs that nobody asks for any more may end: only once nothing is open for which they are needed. */
export class Stay {
  readonly #options: StayOptions;
  readonly #pace: StayingPace;
  #over: AbortController | undefined;
  #work: readonly string[] | undefined;

  constructor(options: StayOptions, pace: StayingPace = usualPace) {
    this.#options = options;
    this.#pace = pace;
  }

  /** What the programs stay for, as it was last seen; undefined while somebody asks for them. */
  get work(): readonly string[] | undefined {
    return this.#over === undefined ? undefined : (this.#work ?? notTold);
  }

  /** Somebody asks for the programs again. */
  end(): void {
    this.#over?.abort();
    this.#over = undefined;
    this.#work = undefined;
  }

  /** Resolves with true once two looks in a row found nothing open, and with false when that isn't wanted any more. */
  async untilNothingIsOpen(): Promise<boolean> {
    this.end();
    const over = new AbortController();
    this.#over = over;
    const signal = AbortSignal.any([over.signal, this.#options.signal]);
    const { everyMs, againMs } = this.#pace;
    let told: string | undefined;
    let empty = 0;
    while (!signal.aborted) {
      const work = await this.#options.openWork().catch(() => undefined);
      if (signal.aborted) return false;
      empty = work?.length === 0 ? empty + 1 : 0;
      if (empty === 2) return true;
      const words = JSON.stringify(work ?? null);
      if (empty === 0 && words !== told) {
        told = words;
        this.#work = work ?? this.#work;
        this.#options.onOpen(work);
      }
      await pause(empty === 0 ? everyMs : againMs, undefined, { signal }).catch(() => undefined);
    }
    return false;
  }
}
