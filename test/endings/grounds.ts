/** Grounds on which studies end: the three set-ups, each on a platform in one of its modes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeFiles } from '../../src/host/supervisor/home-files.ts';
import { embeddedNamespace } from '../../src/host/supervisor/program-specs.ts';
import { connectTemporal, type TemporalLink } from '../../src/temporal/connect.ts';
import { distFolder } from '../kit/dist-folder.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { processesOf } from '../kit/orphans.ts';
import { waitFor } from '../kit/processes.ts';
import { sealingOf } from '../kit/sealing-of.ts';
import { startStack, type Stack } from '../kit/start-stack.ts';
import { commandEnvironment, doeflow, type CommandEnd } from '../studies/run-study.ts';
import type { Mode, Row, SetUp } from './endings.ts';

export interface Ground {
  /** The environment in which `doeflow` finds it. */
  readonly env: Readonly<Record<string, string>>;
  /** The platform as it is now; undefined where its programs are gone. */
  platform(): { readonly url: string; readonly token: string };
  connect(): Promise<TemporalLink>;
  /** Processes of doeflow on this machine, runs among them; none where servers are one's own. */
  processes(): readonly string[];
  /** Runs a command to its end. */
  call(...args: readonly string[]): Promise<CommandEnd>;
  /** A command in a process of its own. */
  begin(...args: readonly string[]): ChildProcess;
  /** Ends what the ground itself started. @throws Error where anything else stays */
  close(): Promise<void>;
}

const speed = 20;

/** Programs stay until the reaper has looked after what a lost workflow left: every ten minutes, and not in the first one. */
export const closeAtMostMs = 13 * 60_000;

/** The name under which rows share a ground: a command that takes its programs with it has one of its own. */
export function groundOf({ setUp, mode, ending }: Row): string {
  const isAlone = setUp !== 'own' && ending.act.kind === 'signals';
  const refusing = ending.isRefused === true ? ' that refuses' : '';
  const words = { local: 'local', paid: 'paid', own: 'one’s own' }[setUp];
  return `${words}, ${mode}${refusing}${isAlone ? `, ${ending.how}` : ''}`;
}

/** @param row one of those that share the ground */
export function openGround(folder: string, { setUp, mode, ending }: Row): Promise<Ground> {
  mkdirSync(folder, { recursive: true });
  const faults = ending.isRefused === true ? refuseShutdowns(folder) : undefined;
  return opening[setUp](join(folder, 'home'), mode, {
    ...(faults === undefined ? {} : { faults }),
    isKeptUp: ending.act.kind !== 'signals',
  });
}

interface Opening {
  readonly faults?: string;
  /** Its programs stay for all rows. */
  readonly isKeptUp: boolean;
}

const opening: Readonly<
  Record<SetUp, (home: string, mode: Mode, opening: Opening) => Promise<Ground>>
> = {
  async local(home, mode, { faults, isKeptUp }) {
    const env = {
      ...{ DOEFLOW_PROFILE: 'embedded', DOEFLOW_HOME: home, DOEFLOW_LOCAL_SPEED: String(speed) },
      ...(mode === 'document' ? { DOEFLOW_LOCAL_DOCUMENT_ONLY: '1' } : {}),
      ...(faults === undefined ? {} : { DOEFLOW_LOCAL_FAULTS: faults }),
    };
    const ground = embedded(home, env, () => ({
      url: `http://127.0.0.1:${portsOf(home).platform}/`,
      token: readFileSync(homeFiles(home).platformToken, 'utf8').trim(),
    }));
    if (!isKeptUp) return ground;
    const dev = ground.begin('dev', '--json');
    await new Promise((resolve) => dev.stdout?.once('data', resolve));
    return {
      ...ground,
      async close() {
        dev.kill('SIGINT');
        await ground.close();
      },
    };
  },

  async paid(home, mode, { faults }) {
    const stack = await startStack({
      ...stackOptions(mode, faults),
      without: ['temporal', 'worker'],
    });
    const { platformUrl: url, platformToken: token } = stack;
    const env = {
      ...{ DOEFLOW_PROFILE: 'embedded', DOEFLOW_HOME: home },
      ...{ DOEFLOW_PLATFORM_URL: url, DOEFLOW_PLATFORM_TOKEN: token },
    };
    const ground = embedded(home, env, () => ({ url, token }));
    return {
      ...ground,
      close: () => ground.close().finally(() => stack.stop()),
    };
  },

  async own(home, mode, { faults }) {
    const stack: Stack = await startStack(stackOptions(mode, faults));
    return {
      env: stack.env,
      platform: () => ({ url: stack.platformUrl, token: stack.platformToken }),
      connect: () => stack.connect(),
      processes: () => [],
      call: (...args) => doeflowInProcess(args, stack.env),
      begin: (...args) => begin(args, stack.env),
      close: () => stack.stop(),
    };
  },
};

function stackOptions(mode: Mode, faults: string | undefined) {
  return {
    ...{ speed, documentOnly: mode === 'document', platformOptions: ['--cores', '100'] },
    ...(faults === undefined ? {} : { faults }),
  };
}

/** Programs of a home that doeflow keeps by itself. */
function embedded(
  home: string,
  env: Readonly<Record<string, string>>,
  platform: Ground['platform'],
): Ground {
  const links: TemporalLink[] = [];
  const processes = (): readonly string[] => processesOf(home);
  return {
    ...{ env, platform, processes },
    call: (...args) => doeflow(args, env),
    begin: (...args) => begin(args, env),
    async connect() {
      const address = `127.0.0.1:${portsOf(home).temporal}`;
      const sealing = await sealingOf(home);
      const link = await connectTemporal({ address, namespace: embeddedNamespace }, { sealing });
      links.push(link);
      return link;
    },
    async close() {
      await Promise.all(links.map((link) => link.close()));
      await waitFor('the end of everything', () => processes().length === 0, closeAtMostMs).catch(
        (error: unknown) => {
          const log = readFileSync(join(homeFiles(home).logs, 'supervisor.log'), 'utf8');
          throw new Error(`${processes().join('\n')}\n${log}`, { cause: error });
        },
      );
    },
  };
}

function portsOf(home: string): { readonly temporal: number; readonly platform: number } {
  return JSON.parse(readFileSync(homeFiles(home).ports, 'utf8')) as ReturnType<typeof portsOf>;
}

function begin(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [join(distFolder(), 'src/cli/main.js'), ...args], {
    env: commandEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function refuseShutdowns(folder: string): string {
  const file = join(folder, 'faults.json');
  const rule = {
    match: { method: 'POST', path: '/api/v3/clusters/*/shutdown/', times: 3 },
    what: { status: 403, body: { detail: 'You may not end this cluster.' } },
  };
  writeFileSync(file, JSON.stringify({ rules: [rule] }));
  return file;
}
