import { UsageError } from '../../errors.ts';
import type { LeaseWish } from './lease-desk.ts';
import type { ReadyState, SupervisorState } from './protocol.ts';
import { SilenceWatch } from './silence-watch.ts';
import type { SupervisorLink, SupervisorListener } from './supervisor-link.ts';

/**
 * What one connection to a supervisor has come to: `starting` and `ready` alternate while programs end and start again; `failed` and `ending`
 * are told before the supervisor ends; `lost` is the last, from any of them.
 */
export type ConnectionState =
  | { readonly name: 'starting' }
  | { readonly name: 'ready'; readonly ready: ReadyState }
  | { readonly name: 'failed'; readonly error: UsageError }
  | { readonly name: 'ending' }
  | { readonly name: 'lost'; readonly wasEnding: boolean };

type StateNamed<Name extends ConnectionState['name']> = Extract<ConnectionState, { name: Name }>;

interface Waiter {
  readonly names: readonly string[];
  readonly resolve: (state: ConnectionState) => void;
}

/** Turns what a supervisor says over one connection into a state that can be asked and waited for. */
export class SupervisorConnection implements SupervisorListener {
  #state: ConnectionState = { name: 'starting' };
  #link: SupervisorLink | undefined;
  /** Until the supervisor has counted the lease its programs may end with another client's, ready as they are. */
  #isLeased = false;
  #waiters: readonly Waiter[] = [];
  readonly #onProgress: (sentence: string) => void;
  readonly #onSilent: () => void;
  #silence: SilenceWatch | undefined;

  /** @param onSilent called when the supervisor has not said a word for long, though it is connected */
  constructor(onProgress: (sentence: string) => void, onSilent: () => void) {
    this.#onProgress = onProgress;
    this.#onSilent = onSilent;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Takes the lease over a link that was opened with this connection as its listener. */
  takeLease(link: SupervisorLink, keep: boolean, { platformToken, looksOnly }: LeaseWish): void {
    if (this.#state.name === 'lost') return;
    this.#link = link;
    this.#silence = new SilenceWatch(this.#onSilent);
    link.say({
      type: 'hello',
      pid: process.pid,
      keep,
      ...(platformToken === undefined ? {} : { platformToken }),
      ...(looksOnly ? { looksOnly } : {}),
    });
  }

  /** Says that the lease is given back; the supervisor closes the connection, after its programs when it was the last lease. */
  giveBack(): void {
    this.#link?.say({ type: 'bye' });
  }

  /** True when it has not said a word for some of its beats. */
  isSilent(): boolean {
    return this.#silence?.isSilent() ?? false;
  }

  /** Closes the connection at once. */
  drop(): void {
    this.#link?.close();
  }

  /** Resolves with the present state if it has one of these names, else with the first that has. */
  reaches<Name extends ConnectionState['name']>(
    ...names: readonly Name[]
  ): Promise<StateNamed<Name>> {
    return new Promise((resolve) => {
      const waiter = { names, resolve: resolve as Waiter['resolve'] };
      this.#waiters = [...this.#waiters, waiter];
      this.#wake();
    });
  }

  onState(said: SupervisorState): void {
    this.#silence?.hear();
    switch (said.state) {
      case 'starting':
        this.#onProgress(said.what);
        this.#become({ name: 'starting' });
        break;
      case 'ready':
        if (this.#isLeased) this.#become({ name: 'ready', ready: said });
        break;
      case 'failed':
        this.#become({ name: 'failed', error: failure(said) });
        break;
      case 'ending':
        this.#become({ name: 'ending' });
        break;
      case 'leased':
        this.#isLeased = true;
        break;
      case 'kept':
        // Others still hold a lease, or work is open: the connection ends, the programs don't.
        break;
    }
  }

  onClose(): void {
    this.#silence?.stop();
    this.#become({ name: 'lost', wasEnding: this.#state.name === 'ending' });
  }

  #become(state: ConnectionState): void {
    this.#state = state;
    this.#wake();
  }

  #wake(): void {
    const state = this.#state;
    const woken = this.#waiters.filter(({ names }) => names.includes(state.name));
    this.#waiters = this.#waiters.filter((waiter) => !woken.includes(waiter));
    for (const { resolve } of woken) resolve(state);
  }
}

function failure(said: Extract<SupervisorState, { state: 'failed' }>): UsageError {
  return new UsageError(
    said.code.startsWith('USAGE_') ? (said.code as `USAGE_${string}`) : 'USAGE_EMBEDDED_FAILED',
    said.message,
    {
      exitCode: said.exitCode,
      ...(said.hint === undefined ? {} : { hint: said.hint }),
    },
  );
}
