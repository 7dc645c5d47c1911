/**
 * Keeps the programs of one home folder up as long as a client holds a lease: the Temporal server, the local platform, its runner and a
 * worker, as siblings, each tied to this process's life. Where the platform is a configured one, which charges for what runs on it, they stay
 * until nothing is open on the Temporal server either. Knows nothing of studies.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { findServer } from '../../temporal/server/find-server.ts';
import { describeFailure, describeNow, describeState } from './describe-state.ts';
import { createProgramContext } from './create-program-context.ts';
import { HomeWatch } from './home-watch.ts';
import { openLeaseDesk, type LeaseDesk, type LeaseWish } from './lease-desk.ts';
import { clearLeftovers } from './leftovers.ts';
import type { SupervisorPlan } from './plan.ts';
import { ProgramSet } from './program-set.ts';
import type { ProgramSpec } from './program-spec.ts';
import {
  platformSpec,
  runnerSpec,
  temporalSpec,
  workerSpec,
  type ProgramContext,
} from './program-specs.ts';
import type { SupervisorState } from './protocol.ts';
import type { SupervisorContext } from './supervisor-context.ts';
import { openStay } from './open-stay.ts';
import type { Stay } from './stay-while-open.ts';

/** How long a supervisor waits for the client that started it. */
const firstLeaseMs = 15_000;

/** How long programs that a killed supervisor left behind may take to end by themselves. */
const leftoverGraceMs = 800;

/** How often clients are told the state, changed or not: one that hears nothing knows that this process hangs. */
const beatMs = 2000;

/** How long a worker that is replaced may take to hand back what it works on; what it doesn't hand back is missed only after a heartbeat timeout. */
const handOverMs = 12_000;

/** Runs until the last lease is gone and nothing is open that is paid for, `stop` is given, or the programs can't be had. The caller has locked the home, and ends the process then. */
export async function runSupervisor(
  plan: SupervisorPlan,
  context: SupervisorContext,
): Promise<void> {
  if (!context.stop.aborted) await new Supervisor(plan, context).run();
}

/** Its state is what clients are told: `starting` and `ready` alternate, `failed` and `ending` come before the end. */
class Supervisor {
  readonly #plan: SupervisorPlan;
  readonly #context: SupervisorContext;
  readonly #end = new AbortController();
  readonly #programs: ProgramSet;
  readonly #home: HomeWatch;
  #state: SupervisorState = { state: 'starting', what: 'Starting' };
  #desk: LeaseDesk | undefined;
  #programContext: ProgramContext | undefined;
  #stay: Stay | undefined;
  #wasReady = false;
  #wasLeased = false;
  #haveAllStarted = false;
  #isWorkWanted = false;

  constructor(plan: SupervisorPlan, context: SupervisorContext) {
    this.#plan = plan;
    this.#context = context;
    this.#home = new HomeWatch(context.files.home);
    this.#programs = new ProgramSet(context.files, {
      onChange: () => this.#describePrograms(),
      mayGiveUp: () => plan.platform === undefined || !this.#wasReady,
      onGivenUp: (error) => this.#fail(error),
      report: context.report,
    });
    context.stop.addEventListener('abort', () => this.#endFor('it was told to end'), {
      once: true,
    });
  }

  async run(): Promise<void> {
    const desk = await this.#openDesk();
    const firstLease = setTimeout(() => {
      if (!this.#wasLeased) this.#handleEmpty('no client has come');
    }, firstLeaseMs);
    const beat = setInterval(() => {
      desk.tell(this.#describe());
      this.#programs.keepRecorded();
    }, beatMs);
    try {
      await this.#startPrograms();
    } catch (error) {
      this.#fail(error);
    }
    if (!this.#end.signal.aborted) await once(this.#end.signal, 'abort');
    clearTimeout(firstLease);
    desk.shut();
    this.#state = { state: 'ending' };
    desk.tell(this.#state);
    await this.#programs.stopAll();
    clearInterval(beat);
    this.#home.stop();
  }

  async #openDesk(): Promise<LeaseDesk> {
    this.#desk = await openLeaseDesk(this.#context.files.socket, {
      state: () => this.#describe(),
      onLease: (lease) => this.#handleLease(lease),
      onEmpty: () => this.#handleEmpty(),
      onProblem: this.#context.report,
    });
    return this.#desk;
  }

  async #startPrograms(): Promise<void> {
    const { files, env, report } = this.#context;
    const left = await clearLeftovers(files.programs, leftoverGraceMs);
    if (left.length > 0) report(`ended what a killed supervisor left: ${left.join(', ')}`);
    const context = await createProgramContext(this.#plan, this.#context);
    this.#programContext = context;
    const found = await findServer({
      temporalPath: this.#plan.temporalPath,
      cacheDirectory: this.#plan.cacheDirectory,
      env,
      onProgress: (what) => this.#change({ state: 'starting', what }),
      signal: this.#end.signal,
    });
    report(`Temporal server: ${found.executable} (${found.foundBy})`);
    if (this.#end.signal.aborted) return;
    this.#start(temporalSpec(context, found.executable));
    if (this.#plan.platform === undefined) this.#start(platformSpec(context));
    this.#haveAllStarted = true;
    if (this.#isWorkWanted) this.#startWork();
  }

  /** Who only looks wants no worker and no runner, which would go on with what they find. */
  #wantWork(): void {
    if (this.#isWorkWanted) return;
    this.#isWorkWanted = true;
    if (this.#haveAllStarted) this.#startWork();
  }

  #startWork(): void {
    const context = this.#programContext;
    if (context === undefined) return;
    if (this.#plan.platform === undefined) this.#start(runnerSpec(context));
    // The token may have been renewed meanwhile.
    this.#start(workerSpec(context));
  }

  #start(spec: ProgramSpec): void {
    const token = this.#programContext?.platformToken;
    this.#programs.start(spec, token === undefined ? [] : [token]);
  }

  /**
   * What runs on this machine ends with the last client. What is paid for elsewhere isn't left alone, also where a client that is gone already
   * had begun to start the programs for what an earlier supervisor left.
   */
  #handleEmpty(cause = `the last client has gone while it was ${this.#state.state}`): void {
    const isPaid = this.#plan.platform !== undefined;
    const mayBeOpen = this.#wasReady || existsSync(this.#context.files.temporalDatabase);
    const wasOnlyLookedAt = this.#wasLeased && !this.#isWorkWanted;
    if (!isPaid || !mayBeOpen || wasOnlyLookedAt || this.#state.state === 'failed') {
      this.#endFor(cause);
      return;
    }
    this.#wantWork();
    this.#stayWhileOpen().catch((error: unknown) => this.#fail(error));
  }

  async #stayWhileOpen(): Promise<void> {
    const stay = (this.#stay ??= this.#openStay());
    if (this.#isLeased() || !(await stay.untilNothingIsOpen())) return;
    this.#endFor('no client is left, and the Temporal server has nothing open');
  }

  #openStay(): Stay {
    const { files, report } = this.#context;
    return openStay({
      files,
      temporalPort: () => this.#programContext?.ports.temporal,
      onOpen: (work) => {
        report(`no client is left; staying for ${work?.join(', ') ?? 'what the server has open'}`);
        this.#desk?.letGo();
      },
      signal: this.#end.signal,
    });
  }

  #isLeased(): boolean {
    return (this.#desk?.leases().length ?? 0) > 0;
  }

  #handleLease({ platformToken, looksOnly }: LeaseWish): void {
    this.#wasLeased = true;
    if (!looksOnly) this.#wantWork();
    this.#stay?.end();
    // Who takes a lease after the failure has been told of it: there is nothing to wait for.
    if (this.#state.state === 'failed') this.#endFor('a client was told of the failure');
    else if (platformToken !== undefined) {
      this.#renewToken(platformToken).catch((error: unknown) => this.#fail(error));
    }
  }

  /** A worker has its token for life: with a renewed one its place is taken by a new worker. */
  async #renewToken(platformToken: string): Promise<void> {
    const context = this.#programContext;
    if (context === undefined || this.#plan.platform === undefined) return;
    if (platformToken === context.platformToken) return;
    const renewed = { ...context, platformToken };
    this.#programContext = renewed;
    if (!this.#programs.all().some((program) => program.spec.name === 'worker')) return;
    this.#context.report('the platform’s token was renewed; replacing the worker');
    await this.#programs.stop('worker', handOverMs);
    if (!this.#end.signal.aborted) this.#start(workerSpec(renewed));
  }

  #describePrograms(): void {
    if (this.#programContext === undefined) return;
    const state = describeState(this.#programs.all(), this.#programContext);
    this.#wasReady ||= state.state === 'ready';
    this.#change(state);
  }

  #describe(): SupervisorState {
    const [leases, home] = [this.#desk?.leases() ?? [], this.#home.words()];
    return describeNow(this.#state, { leases, work: this.#stay?.work, home });
  }

  #change(state: SupervisorState): void {
    if (this.#end.signal.aborted) return;
    this.#state = state;
    this.#desk?.tell(state);
  }

  #fail(error: unknown): void {
    if (this.#end.signal.aborted) return;
    this.#context.report(`failed: ${String(error)}`);
    this.#change(describeFailure(error));
    // Who started us may not be here yet, and must hear why.
    if (this.#wasLeased || this.#stay !== undefined) this.#endFor('it has failed');
  }

  #endFor(cause: string): void {
    if (this.#end.signal.aborted) return;
    const counts = `leases: ${this.#desk?.leases().length ?? 0}; open work: ${this.#stay?.work?.join(', ') ?? 'not asked'}`;
    this.#context.report(`ending, as ${cause}; ${counts}`);
    this.#end.abort();
  }
}
