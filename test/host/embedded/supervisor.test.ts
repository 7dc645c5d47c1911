import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attachEmbedded, type EmbeddedSession } from '../../../src/host/attach-embedded.ts';
import { connectTemporal } from '../../../src/temporal/connect.ts';
import { resolveSettings } from '../../../src/host/settings.ts';
import { homeFiles } from '../../../src/host/supervisor/home-files.ts';
import { lookAtSupervisor } from '../../../src/host/supervisor/look-at-supervisor.ts';
import { distFolder } from '../../kit/dist-folder.ts';
import { processesNaming } from '../../kit/orphans.ts';
import { isAlive, seeProcess, waitFor, type SeenProcess } from '../../kit/processes.ts';
import { atNight } from '../../kit/test-form.ts';
import { writeStandIns } from './stand-ins.ts';

let folder: string;
let home: string;
let programFolder: string;
let sessions: EmbeddedSession[];
let clients: ChildProcess[];
/** What sessions told the person. */
let told: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-embedded-'));
  home = join(folder, 'home');
  programFolder = writeStandIns(join(folder, 'programs'));
  sessions = [];
  clients = [];
  told = [];
});

afterEach(async () => {
  for (const client of clients) client.kill('SIGKILL');
  await Promise.all(sessions.map((session) => session.close()));
  await waitFor('the end of everything', () => processesNaming(folder).length === 0);
  // A server that was killed may finish its last write after it has left the list of processes.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

function env(extra: Record<string, string> = {}): Record<string, string> {
  const path = process.env['PATH'] ?? '';
  return { HOME: homedir(), PATH: path, DOEFLOW_PROFILE: 'embedded', ...extra };
}

async function attach(
  options: {
    readonly home?: string;
    readonly env?: Record<string, string>;
    readonly looksOnly?: boolean;
  } = {},
): Promise<EmbeddedSession> {
  const environment = env(options.env);
  const session = await attachEmbedded({
    settings: resolveSettings({
      flags: { home: options.home ?? home },
      env: environment,
      cwd: folder,
    }),
    env: environment,
    programFolder,
    ...(options.looksOnly === undefined ? {} : { looksOnly: options.looksOnly }),
    onProgress: (sentence) => told.push(sentence),
  });
  sessions.push(session);
  return session;
}

interface SeparateClient {
  readonly process: ChildProcess;
  readonly programs: readonly SeenProcess[];
}

/** Starts a client in its own process and waits until its parts are up. */
async function startClient(): Promise<SeparateClient> {
  const client = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('./stand-ins/client.mjs', import.meta.url)),
      JSON.stringify({ distFolder: distFolder(), home, programFolder }),
    ],
    { env: env(), stdio: ['pipe', 'pipe', 'inherit'] },
  );
  clients.push(client);
  const [line] = (await once(createInterface({ input: client.stdout }), 'line')) as [string];
  const { programs } = JSON.parse(line) as { programs: { pid: number }[] };
  return { process: client, programs: programs.map(({ pid }) => seeProcess(pid)) };
}

const pidOf = (session: EmbeddedSession, name: string): number =>
  session.programs().find((program) => program.name === name)?.pid ?? 0;

async function supervisorOf(of: string): Promise<SeenProcess> {
  const state = await waitFor('a ready supervisor', async () => {
    const seen = await lookAtSupervisor(homeFiles(of));
    return seen?.state === 'ready' ? seen : undefined;
  });
  return seeProcess(state.supervisorPid);
}

describe('the embedded parts', () => {
  it('are up when attaching returns, and all gone when the only session has closed', async () => {
    const session = await attach();
    const supervisor = await supervisorOf(home);
    const programs = session.programs();
    expect(programs.map(({ name }) => name).sort()).toEqual([
      'platform',
      'runner',
      'temporal',
      'worker',
    ]);
    const seen = programs.map(({ pid }) => seeProcess(pid));
    await session.close();
    expect([...seen, supervisor].filter(isAlive)).toEqual([]);
    expect(existsSync(homeFiles(home).socket)).toBe(false);
  });

  it('are shared by a second client and outlive the first', async () => {
    const first = await attach();
    const second = await attach();
    expect(second.programs()).toEqual(first.programs());
    expect(second.platformToken).toBe(first.platformToken);
    await first.close();
    const link = await connectTemporal(second.temporal);
    await link.close();
    expect(second.programs().map(({ pid }) => seeProcess(pid))).toHaveLength(4);
  });

  it('are one set when two clients start them at once', async () => {
    const [first, second] = await Promise.all([startClient(), startClient()]);
    expect(first.programs).toEqual(second.programs);
  });

  it('end when their last client is killed', async () => {
    const first = await startClient();
    const second = await startClient();
    const supervisor = await supervisorOf(home);
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');
    expect(await lookAtSupervisor(homeFiles(home))).toMatchObject({ state: 'ready' });
    second.process.kill('SIGKILL');
    await waitFor('the end of all parts', () => ![...second.programs, supervisor].some(isAlive));
    // Whoever finds the parts gone can read why.
    const { logs } = homeFiles(home);
    const said = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'));
    expect(said.join('')).toMatch(
      /ending, as the last client has gone while it was ready; leases: 0; open work: not asked/u,
    );
  });

  it('can be attached to again while they are ending', async () => {
    const first = await attach();
    const closing = first.close();
    const second = await attach();
    await closing;
    expect(second.programs()).not.toEqual(first.programs());
    expect(second.temporalAddress).toBe(first.temporalAddress);
    expect(second.programs().map(({ pid }) => seeProcess(pid))).toHaveLength(4);
  });

  it('of two homes stand side by side', async () => {
    const first = await attach();
    const second = await attach({ home: join(folder, 'other') });
    expect(second.temporalAddress).not.toBe(first.temporalAddress);
    expect(second.platformUrl).not.toBe(first.platformUrl);
    await second.close();
    expect(first.programs().map(({ pid }) => seeProcess(pid))).toHaveLength(4);
  });

  it.each(['temporal', 'platform', 'runner', 'worker'])(
    'come back when the %s is killed',
    async (name) => {
      const session = await attach();
      const killed = seeProcess(pidOf(session, name));
      process.kill(killed.pid, 'SIGKILL');
      const pid = await waitFor(`another ${name}`, () => {
        const now = pidOf(session, name);
        return now !== 0 && now !== killed.pid ? now : undefined;
      });
      seeProcess(pid);
      const link = await connectTemporal(session.temporal);
      await link.close();
    },
  );

  it('come back under a new supervisor when theirs is killed, and the old ones are gone', async () => {
    const session = await attach();
    const old = session.programs().map(({ pid }) => seeProcess(pid));
    const supervisor = await supervisorOf(home);
    process.kill(supervisor.pid, 'SIGKILL');
    const next = await waitFor('another supervisor', async () => {
      const state = await lookAtSupervisor(homeFiles(home));
      return state?.state === 'ready' && state.supervisorPid !== supervisor.pid ? state : undefined;
    });
    expect(old.filter(isAlive)).toEqual([]);
    expect(next.temporalAddress).toBe(session.temporalAddress);
    expect(next.platformToken).toBe(session.platformToken);
    await waitFor('the session to follow', () => session.programs().length === 4);
  });

  it('come back when the supervisor is killed while the worker is being started again', async () => {
    const session = await attach();
    const supervisor = await supervisorOf(home);
    writeFileSync(join(home, 'worker.slow'), '');
    process.kill(pidOf(session, 'worker'), 'SIGKILL');
    await waitFor('the session to hear of it', () => session.programs().length === 0);
    process.kill(supervisor.pid, 'SIGKILL');
    rmSync(join(home, 'worker.slow'));
    const next = await supervisorOf(home);
    expect(next.pid).not.toBe(supervisor.pid);
    await waitFor('the session to follow', () => session.programs().length === 4);
  });

  it('come back under a new supervisor when theirs hangs, and the person is told', async () => {
    const session = await attach();
    const supervisor = await supervisorOf(home);
    process.kill(supervisor.pid, 'SIGSTOP');
    expect(await lookAtSupervisor(homeFiles(home))).toBeUndefined();
    await waitFor('the end of the one that hangs', () => !isAlive(supervisor));
    expect(told).toContain(
      `The supervisor (process ${supervisor.pid}) does not answer any more; it was killed`,
    );
    const next = await supervisorOf(home);
    expect(next.pid).not.toBe(supervisor.pid);
    await waitFor('the session to follow', () => session.programs().length === 4);
  });

  atNight(() => {
    it('come back when the Temporal server is up but does not answer', async () => {
      const session = await attach();
      const stopped = seeProcess(pidOf(session, 'temporal'));
      process.kill(stopped.pid, 'SIGSTOP');
      await waitFor('its end', () => !isAlive(stopped), 120_000);
      await waitFor('the news of it', () =>
        told.includes('The Temporal server doesn’t answer any more; starting it again'),
      );
      await waitFor('all of them', () => session.programs().length === 4);
    });
  });

  it('are told of, with its last words, when one of them ends again and again, and come back', async () => {
    const session = await attach();
    writeFileSync(join(home, 'worker.crash'), '');
    process.kill(pidOf(session, 'worker'), 'SIGKILL');
    const again =
      'The worker fails again and again, and is started again each time: it ended with code 3';
    await waitFor('its last words', () => told.some((sentence) => sentence.startsWith(again)));
    expect(told).toContain('The worker ended with SIGKILL; starting it again');
    // Two failures more, and not a word more.
    await new Promise((resolve) => setTimeout(resolve, 4000));
    const words = told.filter((sentence) => sentence.startsWith(again));
    expect(words).toHaveLength(1);
    expect(words[0]).toContain('no luck with token [redacted]');
    rmSync(join(home, 'worker.crash'));
    await waitFor('all of them', () => session.programs().length === 4);
  });

  it('leave no orphan when supervisor and client are killed together', async () => {
    const client = await startClient();
    const supervisor = await supervisorOf(home);
    process.kill(supervisor.pid, 'SIGKILL');
    client.process.kill('SIGKILL');
    await waitFor('the end of all parts', () => !client.programs.some(isAlive));
    await waitFor('the end of their guards', () => processesNaming(folder).length === 0);
  });

  it('are refused with the program’s own words when one can’t start, and nothing stays', async () => {
    mkdirSync(home);
    writeFileSync(join(home, 'worker.crash'), '');
    await expect(attach()).rejects.toMatchObject({
      code: 'USAGE_EMBEDDED_FAILED',
      exitCode: 7,
      message: expect.stringContaining('no luck with token [redacted]') as string,
    });
    await waitFor('the end of everything', () => processesNaming(folder).length === 0);
    const token = readFileSync(homeFiles(home).platformToken, 'utf8').trim();
    for (const name of readdirSync(homeFiles(home).logs)) {
      expect(readFileSync(join(homeFiles(home).logs, name), 'utf8')).not.toContain(token);
    }
  });

  it('are refused when no Temporal server can be had', async () => {
    const missing = { DOEFLOW_TEMPORAL_PATH: join(folder, 'no-temporal') };
    await expect(attach({ env: missing })).rejects.toMatchObject({
      code: 'USAGE_TEMPORAL_MISSING',
      exitCode: 7,
    });
  });

  it('are refused to a client with other settings', async () => {
    await attach();
    await expect(attach({ env: { DOEFLOW_STORE: join(folder, 'other') } })).rejects.toMatchObject({
      code: 'USAGE_HOME_IN_USE',
      exitCode: 5,
    });
    const remote = {
      DOEFLOW_PLATFORM_URL: 'http://127.0.0.1:1/',
      DOEFLOW_PLATFORM_TOKEN: 'tok-abcdef',
    };
    await expect(attach({ env: remote })).rejects.toMatchObject({ code: 'USAGE_HOME_IN_USE' });
  });

  it('leave the platform out when another one is configured', async () => {
    const session = await attach({
      env: {
        DOEFLOW_PLATFORM_URL: 'http://127.0.0.1:1/',
        DOEFLOW_PLATFORM_TOKEN: 'tok-abcdef',
      },
    });
    expect(session.programs().map(({ name }) => name)).toEqual(['temporal', 'worker']);
    expect(session.platformUrl).toBe('http://127.0.0.1:1/');
    expect(session.platformToken).toBe('');
  });

  it('start no worker and no runner for a client that only looks, and both when another client comes', async () => {
    const looking = await attach({ looksOnly: true });
    expect(looking.programs().map(({ name }) => name)).toEqual(['temporal', 'platform']);
    const working = await attach();
    const names = ['temporal', 'platform', 'runner', 'worker'];
    await waitFor('all of them', () => working.programs().length === names.length);
    expect(working.programs().map(({ name }) => name)).toEqual(names);
  });

  it('start no worker for a client that only looks, stay for no work after it, and start one when another client comes', async () => {
    const remote = {
      DOEFLOW_PLATFORM_URL: 'http://127.0.0.1:1/',
      DOEFLOW_PLATFORM_TOKEN: 'tok-abcdef',
    };
    const alone = await attach({ env: remote, looksOnly: true });
    expect(alone.programs().map(({ name }) => name)).toEqual(['temporal']);
    const temporal = seeProcess(pidOf(alone, 'temporal'));
    await alone.close();
    await waitFor('its end', () => !isAlive(temporal));

    const looking = await attach({ env: remote, looksOnly: true });
    const working = await attach({ env: remote });
    await waitFor('a worker', () => looking.programs().some(({ name }) => name === 'worker'));
    expect(working.programs().map(({ name }) => name)).toEqual(['temporal', 'worker']);
  });

  it('stay, where a client leaves while they start, until Temporal says that nothing of before is open', async () => {
    const remote = {
      DOEFLOW_PLATFORM_URL: 'http://127.0.0.1:1/',
      DOEFLOW_PLATFORM_TOKEN: 'tok-abcdef',
    };
    const session = await attach({ env: remote });
    const temporal = seeProcess(pidOf(session, 'temporal'));
    await session.close();
    await waitFor('the end of the first', () => !isAlive(temporal));
    const impatient = spawn(
      process.execPath,
      [
        fileURLToPath(new URL('./stand-ins/client.mjs', import.meta.url)),
        JSON.stringify({ distFolder: distFolder(), home, programFolder }),
      ],
      { env: env(remote), stdio: 'ignore' },
    );
    clients.push(impatient);
    await waitFor('a supervisor that starts', async () => {
      const seen = await lookAtSupervisor(homeFiles(home));
      return seen?.state === 'starting';
    });
    impatient.kill('SIGKILL');
    const { logs } = homeFiles(home);
    const said = (): string =>
      readdirSync(logs)
        .map((name) => readFileSync(join(logs, name), 'utf8'))
        .join('');
    const nothing = /ending, as no client is left, and the Temporal server has nothing open/gu;
    await waitFor('its end', () => (said().match(nothing) ?? []).length === 2);
    expect(said()).not.toContain('the last client has gone while it was starting');
  });

  it('replace the worker when a client comes with a renewed token', async () => {
    const remote = (token: string): Record<string, string> => ({
      DOEFLOW_PLATFORM_URL: 'http://127.0.0.1:1/',
      DOEFLOW_PLATFORM_TOKEN: token,
    });
    const session = await attach({ env: remote('tok-of-monday') });
    const worker = seeProcess(pidOf(session, 'worker'));
    const temporal = pidOf(session, 'temporal');
    await attach({ env: remote('tok-of-monday') });
    expect(isAlive(worker)).toBe(true);
    await attach({ env: remote('tok-of-friday') });
    const next = await waitFor('another worker', () => {
      const pid = pidOf(session, 'worker');
      return pid !== 0 && pid !== worker.pid ? pid : undefined;
    });
    expect(isAlive(worker)).toBe(false);
    expect(isAlive(seeProcess(next))).toBe(true);
    expect(readFileSync(join(home, 'worker.token'), 'utf8')).toBe('tok-of-friday');
    expect(pidOf(session, 'temporal')).toBe(temporal);
  });

  it('are never given up beside a platform that costs money: a new worker that can’t start is tried until it can', async () => {
    const remote = (token: string): Record<string, string> => ({
      DOEFLOW_PLATFORM_URL: 'http://127.0.0.1:1/',
      DOEFLOW_PLATFORM_TOKEN: token,
    });
    const session = await attach({ env: remote('tok-of-monday') });
    const temporal = seeProcess(pidOf(session, 'temporal'));
    writeFileSync(join(home, 'worker.crash'), '');
    await attach({ env: remote('tok-of-friday') }).catch(() => undefined);
    const log = join(homeFiles(home).logs, 'worker.log');
    const failures = (): number => readFileSync(log, 'utf8').split('ended with code 3').length - 1;
    // As many as where all would be given up.
    await waitFor('four failures', () => failures() >= 4);
    rmSync(join(home, 'worker.crash'));
    await waitFor('the next try', () => session.programs().length === 2);
    expect(isAlive(temporal)).toBe(true);
  });

  it('never share a machine’s platform with a configured Temporal cluster', async () => {
    await expect(attach({ env: { TEMPORAL_ADDRESS: '127.0.0.1:1' } })).rejects.toMatchObject({
      code: 'USAGE_PLATFORM_MISSING',
      exitCode: 2,
    });
  });
});

describe('a home', () => {
  it('keeps its ports and token from one start to the next, and gives way where a port is taken', async () => {
    const first = await attach();
    await first.close();
    const second = await attach();
    expect([second.temporalAddress, second.uiUrl, second.platformUrl]).toEqual([
      first.temporalAddress,
      first.uiUrl,
      first.platformUrl,
    ]);
    expect(second.platformToken).toBe(first.platformToken);
    await second.close();
    const thief = createServer().listen(Number(new URL(first.platformUrl).port), '127.0.0.1');
    await once(thief, 'listening');
    const third = await attach();
    thief.close();
    expect(third.platformUrl).not.toBe(first.platformUrl);
    expect(third.temporalAddress).toBe(first.temporalAddress);
  });

  it('is readable by its owner only, with its token and socket', async () => {
    await attach();
    const files = homeFiles(home);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(statSync(files.platformToken).mode & 0o777).toBe(0o600);
    expect(statSync(files.socket).mode & 0o777).toBe(0o600);
  });

  it('may have a path that is too long for a socket’s address', async () => {
    const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60));
    const session = await attach({ home: deep });
    const link = await connectTemporal(session.temporal);
    await link.close();
    await session.close();
    expect(existsSync(homeFiles(deep).socket)).toBe(false);
  });
});
