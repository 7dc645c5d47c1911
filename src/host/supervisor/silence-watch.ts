/** Between two looks; each counts at most once, so that a time in which we ourselves were stopped isn't taken for silence. */
const lookMs = 1000;

/** Looks without a word after which a supervisor hangs: it repeats its state every two seconds. */
export const silentLooksAtMost = 20;

/** Says when a supervisor that is connected has been silent for too long: it was stopped, or hangs. */
export class SilenceWatch {
  #silentLooks = 0;
  readonly #timer: NodeJS.Timeout;

  /** @param onSilent called once for each time of silence */
  constructor(onSilent: () => void, everyMs = lookMs) {
    this.#timer = setInterval(() => {
      this.#silentLooks += 1;
      if (this.#silentLooks === silentLooksAtMost) onSilent();
    }, everyMs);
    this.#timer.unref();
  }

  hear(): void {
    this.#silentLooks = 0;
  }

  /** True after a shorter silence, in which beats are missing already. */
  isSilent(): boolean {
    return this.#silentLooks >= silentLooksAtMost / 4;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
