/**
 * Keeps the programs of one home folder up as long as a client holds a lease: the Temporal server, the local platform, its runner and a
 * worker, as siblings, each tied to this process's life. Knows nothing of studies.
 */
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { findServer } from '../../temporal/server/find-server.ts';
import type { Environment } from '../../environment.ts';
import type { HomeFiles } from './home-files.ts';
import { openLeaseDesk } from './lease-desk.ts';
import { clearLeftovers, recordPrograms, type ProgramRecord } from './leftovers.ts';
import type { SupervisorPlan } from './plan.ts';
import { ensurePlatformToken } from './platform-token.ts';
import { choosePorts, type Ports } from './ports.ts';
import { processMark } from './process-mark.ts';
import { keepProgram, type Program, type ProgramEvent, type ProgramSpec } from './program.ts';
import { openProgramLog, type ProgramLog } from './program-log.ts';
import {
  embeddedNamespace,
  platformSpec,
  runnerSpec,
  temporalSpec,
  workerSpec,
  type ProgramContext,
} from './program-specs.ts';
import type { SupervisorState } from './protocol.ts';

/** How long a supervisor waits for the client that started it. */
const firstLeaseMs = 15_000;

/** What a supervisor is given beside its plan. */
export interface SupervisorSurroundings {
  readonly files: HomeFiles;
  readonly env: Environment;
  /** Ends the supervisor, as a signal to its process does. */
  readonly stop: AbortSignal;
  /** Writes one line for people into the supervisor's own log. */
  readonly report: (line: string) => void;
}

/** Runs until the last lease is gone, `stop` is given, or the programs can't be had; returns when all of them are gone. The caller
 * holds the home, and ends the process then. */
export async function runSupervisor(
  plan: SupervisorPlan,
  { files, env, stop, report }: SupervisorSurroundings,
): Promise<void> {
  let state: SupervisorState = { state: 'starting', what: 'Starting' };
  const end = new AbortController();
  const programs: Program[] = [];
  const logs: ProgramLog[] = [];
  stop.addEventListener('abort', () => end.abort(), { once: true });
  if (stop.aborted) return;

  const desk = await openLeaseDesk(files.socket, {
    state: () => (state.state === 'ready' ? { ...state, leases: [...desk.leases()] } : state),
    onLease: (platformToken) => {
      if (state.state === 'failed') end.abort();
      else if (platformToken !== undefined) renewToken(platformToken).catch(fail);
    },
    onEmpty: () => end.abort(),
    onProblem: report,
  });
  const firstLease = setTimeout(() => {
    if (desk.leases().length === 0) end.abort();
  }, firstLeaseMs);
  const change = (next: SupervisorState): void => {
    if (end.signal.aborted) return;
    state = next;
    desk.tell(next);
  };
  const fail = (error: unknown): void => {
    report(`failed: ${String(error)}`);
    const known = error instanceof UsageError ? error : undefined;
    change({
      state: 'failed',
      code: known?.code ?? 'USAGE_EMBEDDED_FAILED',
      message: known?.message ?? String(error),
      exitCode: known?.exitCode ?? 7,
      ...(known?.hint === undefined ? {} : { hint: known.hint }),
    });
    // Who started us may not be here yet, and must hear why.
    if (desk.leases().length > 0) end.abort();
  };

  const records = new Map<string, ProgramRecord>();
  const keep = (context: ProgramContext, spec: ProgramSpec): void => {
    const log = openProgramLog(join(files.logs, `${spec.name}.log`), [context.platformToken]);
    logs.push(log);
    const onEvent = (event: ProgramEvent): void => {
      if (event.phase === 'started') {
        const mark = processMark(event.pid);
        if (mark !== undefined) records.set(spec.name, { name: spec.name, pid: event.pid, mark });
        recordPrograms(files.programs, [...records.values()]);
      } else if (event.phase === 'given-up') {
        fail(
          new UsageError('USAGE_EMBEDDED_FAILED', `The ${spec.title} ${event.detail}`, {
            hint: `Look at ${join(files.logs, `${spec.name}.log`)}`,
            exitCode: 7,
          }),
        );
      } else {
        if (event.phase === 'ended') report(`${spec.name} ${event.detail}; starting it again`);
        change(describeState(programs, context));
      }
    };
    programs.push(keepProgram(spec, log, onEvent));
  };

  let context: ProgramContext | undefined;
  /** A worker has its token for life: with a renewed one its place is taken by a new worker. */
  async function renewToken(platformToken: string): Promise<void> {
    if (context === undefined || plan.platform === undefined) return;
    if (platformToken === context.platformToken) return;
    context = { ...context, platformToken };
    const worker = programs.findIndex((program) => program.spec.name === 'worker');
    if (worker === -1) return;
    report('the platform’s token was renewed; replacing the worker');
    const [old] = programs.splice(worker, 1);
    await old?.stop();
    if (!end.signal.aborted) keep(context, workerSpec(context));
  }

  try {
    const left = await clearLeftovers(files.programs, 800);
    if (left.length > 0) report(`cleared what a killed supervisor left: ${left.join(', ')}`);
    const ports = await choosePorts(files);
    context = createContext(plan, files, ports, env);
    const found = await findServer({
      temporalPath: plan.temporalPath,
      cacheDirectory: plan.cacheDirectory,
      env,
      onProgress: (what) => change({ state: 'starting', what }),
      signal: end.signal,
    });
    report(`Temporal server: ${found.executable} (${found.foundBy})`);
    if (!end.signal.aborted) {
      keep(context, temporalSpec(context, found.executable));
      if (plan.platform === undefined) {
        keep(context, runnerSpec(context));
        keep(context, platformSpec(context));
      }
      keep(context, workerSpec(context));
    }
  } catch (error) {
    if (!end.signal.aborted) fail(error);
  }

  await untilAborted(end.signal);
  clearTimeout(firstLease);
  desk.shut();
  desk.tell({ state: 'ending' });
  await stopInOrder(programs);
  logs.forEach((log) => log.close());
  recordPrograms(files.programs, []);
}

/** The worker first, so that what it does ends well; then what it spoke to. */
async function stopInOrder(programs: readonly Program[]): Promise<void> {
  const stop = (...names: readonly string[]): Promise<unknown> =>
    Promise.all(
      programs.filter((program) => names.includes(program.spec.name)).map((each) => each.stop()),
    );
  await stop('worker');
  await stop('platform', 'runner', 'temporal');
}

function createContext(
  plan: SupervisorPlan,
  files: HomeFiles,
  ports: Ports,
  env: Environment,
): ProgramContext {
  return {
    plan,
    files,
    ports,
    env,
    platformUrl: plan.platform?.baseUrl ?? `http://127.0.0.1:${ports.platform}/`,
    platformToken: plan.platform?.token ?? ensurePlatformToken(files.platformToken),
  };
}

function describeState(programs: readonly Program[], context: ProgramContext): SupervisorState {
  const missing = programs.filter((program) => !program.isReady());
  if (missing.length > 0) {
    const titles = missing.map((program) => program.spec.title).join(', ');
    return { state: 'starting', what: `Starting ${titles}` };
  }
  return {
    state: 'ready',
    supervisorPid: process.pid,
    temporalAddress: `127.0.0.1:${context.ports.temporal}`,
    namespace: embeddedNamespace,
    uiUrl: `http://127.0.0.1:${context.ports.ui}`,
    platformUrl: context.platformUrl,
    platformToken: context.plan.platform === undefined ? context.platformToken : '',
    storeDirectory: context.plan.storeDirectory,
    programs: programs.flatMap((program) => {
      const pid = program.pid();
      return pid === undefined ? [] : [{ name: program.spec.name, pid }];
    }),
    leases: [],
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}
