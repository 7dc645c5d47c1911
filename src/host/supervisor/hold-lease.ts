import { setTimeout as pause } from 'node:timers/promises';
import { connectOrStart, interrupted, notServed } from './connect-or-start.ts';
import { homeFaultOf, homeRefused } from './home-fault.ts';
import { makeHomeFolders } from './home-files.ts';
import type { LeaseRequest } from './lease-request.ts';
import { processMark } from './process-mark.ts';
import type { ReadyState } from './protocol.ts';
import { sayOnceAMinute } from './say-again.ts';
import { SupervisorConnection } from './supervisor-connection.ts';
import { killSupervisor } from './supervisor-record.ts';

/** A lease on the programs of a home. */
export interface Lease {
  /** What all programs say of themselves; while one of them is being started again, what they said before. */
  ready(): ReadyState;
  isReady(): boolean;
  close(): Promise<void>;
}

/**
 * Where a lease is: `connecting` before the first connection and between two, `connected` to a supervisor in whatever state that is, and
 * `closed` for good once it was given back or given up.
 */
type LeaseState =
  | { readonly name: 'connecting' }
  | { readonly name: 'connected'; readonly connection: SupervisorConnection }
  | { readonly name: 'closed' };

const retryMs = 25;

/** Between two tries in the background, once a whole round of attempts was without success. */
const roundPauseMs = 1000;

/** Joining a supervisor that is just ending costs an attempt; more than a few mean that supervisors die. */
const attemptsAtMost = 5;

/** How long `close` waits for the programs to be gone. */
const endTimeoutMs = 10_000;

/**
 * Holds a lease on a home's programs: starts a supervisor when none serves, waits until all programs are up, and does the same again in the
 * background whenever the supervisor is lost, in whatever state it was.
 * @throws UsageError when the programs can't be had, or `signal` was given.
 */
export async function holdLease(request: LeaseRequest): Promise<Lease> {
  makeHomeFolders(request.files);
  const lease = new HeldLease(request);
  await lease.open();
  return lease;
}

class HeldLease implements Lease {
  #state: LeaseState = { name: 'connecting' };
  /** As of the latest attachment. */
  #lastReady: ReadyState | undefined;
  #closing: Promise<void> | undefined;
  readonly #request: LeaseRequest;

  constructor(request: LeaseRequest) {
    this.#request = { ...request, onProgress: sayOnceAMinute(request.onProgress) };
  }

  /** Waits until all programs are up; from then on a lost supervisor is replaced. */
  async open(): Promise<void> {
    const { signal } = this.#request;
    const giveUp = (): void => this.#giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      if (signal?.aborted === true) throw interrupted();
      void this.#replaceWhenLost(await this.#attach());
    } catch (error) {
      // A supervisor that failed is ending what it had started; nothing is left behind when this returns.
      await this.close();
      throw error;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  isReady(): boolean {
    return this.#state.name === 'connected' && this.#state.connection.state.name === 'ready';
  }

  ready(): ReadyState {
    const now = this.#state.name === 'connected' ? this.#state.connection.state : undefined;
    const ready = now?.name === 'ready' ? now.ready : this.#lastReady;
    if (ready === undefined) throw new Error('The embedded parts have not been up yet');
    return ready;
  }

  close(): Promise<void> {
    this.#closing ??= this.#giveBack();
    return this.#closing;
  }

  async #giveBack(): Promise<void> {
    const state = this.#state;
    this.#state = { name: 'closed' };
    if (state.name !== 'connected') return;
    const { connection } = state;
    const timeout = setTimeout(() => {
      if (connection.isSilent()) this.#endSilent();
      connection.drop();
    }, endTimeoutMs);
    connection.giveBack();
    const { wasEnding } = await connection.reaches('lost');
    clearTimeout(timeout);
    if (wasEnding) await untilGone(this.#lastReady?.supervisorPid);
  }

  #giveUp(): void {
    if (this.#state.name === 'connected') this.#state.connection.drop();
    this.#state = { name: 'closed' };
  }

  #isClosed(): boolean {
    return this.#state.name === 'closed';
  }

  async #replaceWhenLost(first: SupervisorConnection): Promise<void> {
    let connection: SupervisorConnection | undefined = first;
    while (connection !== undefined) {
      const end = await connection.reaches('failed', 'lost');
      if (end.name === 'failed') this.#request.onProgress(end.error.message);
      await connection.reaches('lost');
      if (this.#isClosed()) return;
      this.#request.onProgress('The supervisor has ended; starting it again');
      connection = await this.#attachAgain();
    }
  }

  /** As often as it takes; undefined once the lease is closed. */
  async #attachAgain(): Promise<SupervisorConnection | undefined> {
    for (;;) {
      try {
        return await this.#attach();
      } catch (error) {
        if (this.#isClosed()) return undefined;
        this.#request.onProgress(`${(error as Error).message}; trying again`);
        await pause(roundPauseMs);
      }
    }
  }

  /** Connects until all programs are up, or a supervisor says why they can't be. */
  async #attach(): Promise<SupervisorConnection> {
    for (let attempt = 1; attempt <= attemptsAtMost; attempt += 1) {
      const connection = await this.#connect();
      const outcome = await connection.reaches('ready', 'failed', 'lost');
      if (this.#isClosed()) throw interrupted();
      if (outcome.name === 'failed') {
        const { home } = this.#request.files;
        const fault = homeFaultOf(home);
        throw fault === undefined ? outcome.error : homeRefused(home, fault);
      }
      if (outcome.name === 'ready') {
        this.#tellMove(outcome.ready);
        this.#lastReady = outcome.ready;
        return connection;
      }
      await pause(retryMs);
    }
    throw notServed(this.#request, `it ended ${attemptsAtMost} times before its programs were up`);
  }

  /** Who has the old addresses in hand speaks to nobody there, or to somebody else. */
  #tellMove(ready: ReadyState): void {
    const before = this.#lastReady;
    if (before === undefined || before.temporalAddress === ready.temporalAddress) return;
    this.#request.onProgress(
      `The Temporal server has moved from ${before.temporalAddress} to ${ready.temporalAddress}; end this command with Ctrl-C and repeat it`,
    );
  }

  /** A supervisor that hangs keeps the home's lock: nobody could take its place. */
  #endSilent(): void {
    const { files, onProgress } = this.#request;
    const pid = killSupervisor(files.supervisor);
    if (pid === undefined) return;
    onProgress(`The supervisor (process ${pid}) does not answer any more; it was killed`);
  }

  async #connect(): Promise<SupervisorConnection> {
    if (this.#isClosed()) throw interrupted();
    this.#state = { name: 'connecting' };
    const { plan, keep, looksOnly = false, onProgress } = this.#request;
    const connection = new SupervisorConnection(onProgress, () => this.#endSilent());
    const link = await connectOrStart(this.#request, connection, () => this.#isClosed());
    if (this.#isClosed()) {
      link.close();
      throw interrupted();
    }
    this.#state = { name: 'connected', connection };
    connection.takeLease(link, keep, { platformToken: plan.platform?.token, looksOnly });
    return connection;
  }
}

/** Its connection is closed an instant before a process is gone. */
async function untilGone(pid: number | undefined): Promise<void> {
  const started = performance.now();
  while (pid !== undefined && processMark(pid) !== undefined) {
    if (performance.now() - started > 500) return;
    await pause(5);
  }
}
