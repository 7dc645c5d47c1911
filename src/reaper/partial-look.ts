/** A look that goes on past what can't be seen, on the platform and on our own side, and says what that was. */
import { PlatformError } from '../platform-api/index.ts';
import type { UnseenThing } from '../store/index.ts';

/** Failures without any answer after which nothing more is asked in this look: the platform is down, and each silence takes its time. */
const mostFailures = 3;

/** What a look couldn't see. Nothing of it is ended: the next look sees it. */
export class PartialLook {
  readonly #unseen: UnseenThing[] = [];
  readonly #signal: AbortSignal | undefined;
  #answers = 0;
  #failure: PlatformError | undefined;
  #ownAnswers = 0;
  #ownFailures = 0;

  /** @param signal given up by whoever asked for the look: no failure of what is looked at */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  get unseen(): readonly UnseenThing[] {
    return this.#unseen;
  }

  /** Gives back what `look` sees; `blind` where the platform doesn't show it, or has shown nothing so far. */
  async see<T>(what: string, look: () => Promise<T>, blind: T): Promise<T> {
    if (this.#answers === 0 && this.#unseen.length >= mostFailures) {
      this.#unseen.push({ what, why: 'not asked for, as the platform answered nothing before' });
      return blind;
    }
    try {
      const seen = await look();
      this.#answers += 1;
      return seen;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      this.#failure ??= error;
      this.#unseen.push({ what, why: error.message });
      return blind;
    }
  }

  /**
   * Gives back what `look` sees of our own side, Temporal and the store's records, and `blind` where it fails: one study that can't be told
   * holds up no other.
   * @throws what it failed with, where nothing at all could be told: such a look is done again as a whole
   */
  async seeOwn<T>(what: string, look: () => Promise<T>, blind: T): Promise<T> {
    try {
      const seen = await look();
      this.#ownAnswers += 1;
      return seen;
    } catch (error) {
      this.#ownFailures += 1;
      const isHopeless = this.#ownAnswers === 0 && this.#ownFailures >= mostFailures;
      if (this.#signal?.aborted === true || isHopeless) throw error;
      const why = error instanceof Error ? error.message : String(error);
      this.#unseen.push({ what, why: `Temporal or this store does not tell whose it is: ${why}` });
      return blind;
    }
  }

  /** @throws PlatformError the first failure, where nothing at all was shown: such a look is done again as a whole */
  requireAnswer(): void {
    if (this.#failure !== undefined && this.#answers === 0) throw this.#failure;
  }
}
