import { homeFaultOf } from './home-fault.ts';

/** Looks again and again whether a home takes files. */
export class HomeWatch {
  readonly #timer: NodeJS.Timeout;
  #refusedSince: string | undefined;

  constructor(home: string, everyMs = 15_000) {
    this.#timer = setInterval(() => {
      const since = this.#refusedSince ?? new Date().toISOString();
      this.#refusedSince = homeFaultOf(home) === undefined ? undefined : since;
    }, everyMs);
  }

  /** For a state: since when it takes none, ISO 8601; nothing while it does. */
  words(): { readonly homeRefusedSince?: string } {
    return this.#refusedSince === undefined ? {} : { homeRefusedSince: this.#refusedSince };
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
