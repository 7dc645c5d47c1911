import { join } from 'node:path';
import type { Environment } from '../../environment.ts';
import type { RunUser } from '../../files/index.ts';
import { serverArguments } from '../../temporal/server/server-arguments.ts';
import { askUntilUsable } from './ask-until-usable.ts';
import type { HomeFiles } from './home-files.ts';
import type { SupervisorPlan } from './plan.ts';
import type { Ports } from './ports.ts';
import { programEnvironment, runnerEnvironment } from './program-environment.ts';
import type { ProgramSpec } from './program-spec.ts';

/** The namespace of the embedded server: the one that it makes by itself. */
export const embeddedNamespace = 'default';

/** What all programs of one start share. */
export interface ProgramContext {
  readonly plan: SupervisorPlan;
  readonly files: HomeFiles;
  readonly ports: Ports;
  /** The supervisor's own environment. */
  readonly env: Environment;
  readonly platformUrl: string;
  /** Of the platform that the worker speaks to. */
  readonly platformToken: string;
  /** The user whose rights runs of the local platform have; absent: our own. */
  readonly runUser?: RunUser;
}

/**
 * Runs its arguments as a program that dies with our end of its stdin, on any POSIX shell: a background `cat` waits for that end and then
 * kills the process group. The program keeps the shell's process id, so that signals and exit codes are its own.
 */
const guardScript =
  'exec 3<&0 </dev/null; (cat <&3 >/dev/null; kill -KILL 0) & exec 3<&-; exec "$@"';

/** The embedded Temporal server; ready when it answers, with its retention and search attributes set. */
export function temporalSpec(context: ProgramContext, executable: string): ProgramSpec {
  const { files, ports } = context;
  const address = `127.0.0.1:${ports.temporal}`;
  return {
    name: 'temporal',
    title: 'Temporal server',
    command: 'sh',
    args: [
      '-c',
      guardScript,
      'sh',
      executable,
      ...serverArguments({
        databasePath: files.temporalDatabase,
        port: ports.temporal,
        httpPort: ports.http,
        uiPort: context.plan.temporalUi ? ports.uiBehind : undefined,
      }),
    ],
    port: ports.temporal,
    env: programEnvironment(context.env),
    cwd: files.home,
    // Its HTTP API says no to everybody: enough to see that it lives, without a client of Temporal's own protocol.
    answersAt: `http://127.0.0.1:${ports.http}/`,
    database: {
      path: files.temporalDatabase,
      afterwards:
        'Nothing of the studies is lost with it: their records and results are in the store, and `doeflow resume STUDY` takes up each that had not ended, without a second payment (doeflow list has them). Schedules were in it alone: give them again',
    },
    // Asked to end, it waits a second for the clients of a cluster, whatever is asked of it. Killed, it loses nothing (see its arguments).
    stopGraceMs: 0,
    ready: async (signal) => {
      // Loaded while the server starts: Temporal's client takes a quarter of a second to load.
      const { awaitServer } = await import('../../temporal/server/await-server.ts');
      const target = { address, namespace: embeddedNamespace };
      await askUntilUsable(() => awaitServer(target, signal), signal);
    },
  };
}

/** The local platform's HTTP server. */
export function platformSpec(context: ProgramContext): ProgramSpec {
  const { plan, files, ports } = context;
  return {
    name: 'platform',
    title: 'local platform',
    command: process.execPath,
    args: [
      join(plan.programFolder, 'src', 'local-platform', 'main.js'),
      ...['--port', String(ports.platform), '--data', files.platformData, '--runner', 'external'],
      ...(context.runUser === undefined ? [] : ['--run-as', context.runUser.name]),
      ...plan.platformOptions,
    ],
    env: {
      ...programEnvironment(context.env),
      DOEFLOW_LEASE: 'stdin',
    },
    secret: context.platformToken,
    cwd: files.home,
    answersAt: context.platformUrl,
    database: {
      path: join(files.platformData, 'platform.db'),
      afterwards:
        'The local platform rebuilds its jobs from their folders, and what had not ended is executed again; its clusters and custom fields are lost',
    },
    port: ports.platform,
    stopGraceMs: 800,
    ready: /^doeflow platform ready at /,
  };
}

/** The process that owns the runs of the local platform; it gets no token. */
export function runnerSpec(context: ProgramContext): ProgramSpec {
  const { plan, files, runUser } = context;
  return {
    name: 'runner',
    title: 'runner',
    command: process.execPath,
    args: [
      // A small heap that is cleaned often keeps the runner's starts of shells cheap.
      '--optimize-for-size',
      join(plan.programFolder, 'src', 'local-platform', 'runner', 'main.js'),
      ...['--data', files.platformData, '--lease', 'stdin'],
      ...(runUser === undefined ? [] : ['--apart']),
    ],
    ...(runUser === undefined ? {} : { user: runUser }),
    env: runnerEnvironment(context.env),
    cwd: files.home,
    stopGraceMs: 800,
  };
}

/** The Temporal worker. The built-in profile keeps it from what the user's profile says; of the file it reads whom studies tell. */
export function workerSpec(context: ProgramContext): ProgramSpec {
  const { plan, files, ports } = context;
  return {
    name: 'worker',
    title: 'worker',
    command: process.execPath,
    args: [join(plan.programFolder, 'worker', 'main.js')],
    env: {
      ...programEnvironment(context.env),
      DOEFLOW_LEASE: 'stdin',
      DOEFLOW_PROFILE: 'embedded',
      ...(plan.profileFile === undefined ? {} : { DOEFLOW_CONFIG: plan.profileFile }),
      DOEFLOW_HOME: plan.home,
      DOEFLOW_STORE: plan.storeDirectory,
      DOEFLOW_PLATFORM_URL: context.platformUrl,
      // Who started the supervisor has accepted this address.
      DOEFLOW_INSECURE_HTTP: 'on',
      ...(plan.requests === undefined ? {} : { DOEFLOW_PLATFORM_REQUESTS: plan.requests }),
      DOEFLOW_SMALL_OUTPUTS: plan.smallOutputs,
      DOEFLOW_POLL_MIN_MS: String(plan.poll.minMs),
      DOEFLOW_POLL_MAX_MS: String(plan.poll.maxMs),
      TEMPORAL_ADDRESS: `127.0.0.1:${ports.temporal}`,
      TEMPORAL_NAMESPACE: embeddedNamespace,
    },
    secret: context.platformToken,
    cwd: files.home,
    stopGraceMs: 900,
    ready: /^doeflow worker ready/,
  };
}
