/** The order to stop a job, as its workflow gives it to the platform: once per way, and again where the platform refuses it. */
import type { StopAnswer } from '../../src/run/stop-answer.ts';
import type { StopMode } from '../../src/run/messages.ts';
import type { DoeJobInput } from './doe-job-input.ts';
import type { StudyReporter } from './study-reporter.ts';

/** The first wait after a refusal, in retry waits of the pace. */
const firstWaits = 4;
/** The first wait for the end of a job whose stop was taken, in retry waits of the pace. */
const firstLookWaits = 3;
const longestWaitMs = 300_000;
/** After so long it is said that the job can't be stopped, and asked for seldom. */
const patienceMs = 3_600_000;
const seldomMs = 3_600_000;

/** What the platform was asked for, and how it took that. */
export class StopOrder {
  readonly #ask: (mode: StopMode) => Promise<StopAnswer | undefined>;
  readonly #reporter: StudyReporter;
  readonly #input: Pick<DoeJobInput, 'jobNumber' | 'pace'>;
  #sent: StopMode | undefined;
  #refusals = 0;
  #waitedMs = 0;
  #looks = 0;

  constructor(
    ask: (mode: StopMode) => Promise<StopAnswer | undefined>,
    reporter: StudyReporter,
    input: Pick<DoeJobInput, 'jobNumber' | 'pace'>,
  ) {
    this.#ask = ask;
    this.#reporter = reporter;
    this.#input = input;
  }

  /** Whether this way is still to be asked for. */
  isDue(mode: StopMode | undefined): mode is StopMode {
    return mode !== undefined && mode !== this.#sent;
  }

  /** How long to wait until a refused order is given again; undefined for one that was taken. */
  get waitMs(): number | undefined {
    if (this.#refusals === 0) return undefined;
    if (this.#waitedMs >= patienceMs) return seldomMs;
    return Math.min(
      this.#input.pace.retryMs * firstWaits * 2 ** Math.min(this.#refusals - 1, 20),
      longestWaitMs,
    );
  }

  /** How long to wait for the end of a job whose stop was taken, before the platform is asked: who else would tell of it may be gone; undefined for one that wasn't taken. */
  get lookMs(): number | undefined {
    if (this.#sent === undefined || this.#refusals > 0) return undefined;
    const waits = firstLookWaits * 2 ** Math.min(this.#looks, 20);
    return Math.min(this.#input.pace.retryMs * waits, longestWaitMs);
  }

  /** The platform was asked for the end: next time after twice as long. */
  looked(): void {
    this.#looks += 1;
  }

  /** Gives the order; says what the platform made of it. */
  async give(mode: StopMode): Promise<void> {
    this.#sent = mode;
    const { note, refused } = (await this.#ask(mode)) ?? {};
    const { jobNumber } = this.#input;
    if (note !== undefined) this.#reporter.note(`Job ${jobNumber}: ${note}`);
    if (refused === undefined) {
      if (this.#refusals > 0) this.#reporter.phase('stopping');
      this.#refusals = 0;
      return;
    }
    this.#refusals += 1;
    if (this.#refusals === 1)
      this.#reporter.note(`Job ${jobNumber}: ${refused.why}. ${refused.next}`);
    this.#reporter.trouble(refused.why, 'STOP_REFUSED');
  }

  /** The wait after a refusal is over: the order is due again. */
  waited(): void {
    const before = this.#waitedMs;
    this.#waitedMs += this.waitMs ?? 0;
    this.#sent = undefined;
    if (before >= patienceMs || this.#waitedMs < patienceMs) return;
    this.#reporter.note(
      `Job ${this.#input.jobNumber} could not be stopped within an hour, as the platform refused it ${this.#refusals} times: it runs until it ends by itself or somebody ends it on the platform, and is asked to stop once an hour; then what it ran is collected`,
    );
  }
}
