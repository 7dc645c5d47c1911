import type { Clock } from './clock.ts';

/** How long a remark holds: after that the platform may have been mended, and is asked again. */
const keptMs = 600_000;

/** What a person should know of the platform: a sentence for each thing that is amiss, kept for ten minutes after it was last seen. */
export class Remarks {
  readonly #clock: Clock;
  readonly #kept = new Map<string, { readonly sentence: string; readonly since: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(subject: string, sentence: string): void {
    this.#kept.set(subject, { sentence, since: this.#clock.monotonicMs() });
  }

  /** The sentence about `subject`, while it holds. */
  about(subject: string): string | undefined {
    const kept = this.#kept.get(subject);
    return kept !== undefined && this.#clock.monotonicMs() - kept.since < keptMs
      ? kept.sentence
      : undefined;
  }

  /** The sentences that hold, oldest first. */
  list(): readonly string[] {
    return [...this.#kept.keys()].flatMap((subject) => this.about(subject) ?? []);
  }
}
