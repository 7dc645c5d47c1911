/** A look at the platform that goes on past what can't be seen, and says what that was. */
import { PlatformError } from '../platform-api/index.ts';
import type { UnseenThing } from '../store/index.ts';

/** Failures without any answer after which nothing more is asked in this look: the platform is down, and each silence takes its time. */
const mostFailures = 3;

/** What a look couldn't see. Nothing of it is ended: the next look sees it. */
export class PartialLook {
  readonly #unseen: UnseenThing[] = [];
  #answers = 0;
  #failure: PlatformError | undefined;

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

  /** @throws PlatformError the first failure, where nothing at all was shown: such a look is done again as a whole */
  requireAnswer(): void {
    if (this.#failure !== undefined && this.#answers === 0) throw this.#failure;
  }
}
