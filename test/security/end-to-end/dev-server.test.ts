/** What other users and web pages find at the ports of the embedded Temporal server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachEmbedded, type EmbeddedSession } from '../../../src/host/attach-embedded.ts';
import { resolveSettings } from '../../../src/host/settings.ts';
import { foreignListener } from '../../../src/host/supervisor/port-owner.ts';
import { lookAtSupervisor } from '../../../src/host/supervisor/look-at-supervisor.ts';
import { homeFiles } from '../../../src/host/supervisor/home-files.ts';
import { connectTemporal } from '../../../src/temporal/connect.ts';
import { writeStandIns } from '../../host/embedded/stand-ins.ts';
import { processesNaming } from '../../kit/orphans.ts';
import { waitFor } from '../../kit/processes.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-dev-server-'));
const isRoot = process.getuid?.() === 0;
const otherUser = 65_534;

const attach = (home: string, env: Readonly<Record<string, string>> = {}) => {
  const all = { HOME: homedir(), PATH: process.env['PATH'] ?? '', ...env };
  const flags = { profile: 'embedded', home: join(root, home) };
  return attachEmbedded({
    settings: resolveSettings({ flags, env: all, cwd: root }),
    env: all,
    programFolder: writeStandIns(join(root, 'programs')),
    onProgress: (sentence) => told.push(sentence),
  });
};
const told: string[] = [];
const portOf = (address: string): number => Number(new URL(address).port);
const pidOf = (session: EmbeddedSession, name: string): number =>
  session.programs().find((program) => program.name === name)?.pid ?? 0;

afterAll(async () => {
  await waitFor('the end of everything', () => processesNaming(root).length === 0);
  rmSync(root, { recursive: true, force: true });
});

describe('the Temporal server of a home', () => {
  let session: EmbeddedSession;
  let listeners: readonly Listener[];

  beforeAll(async () => {
    session = await attach('with-ui');
    listeners = listenersOf(pidOf(session, 'temporal'));
  });
  afterAll(() => session.close());

  it('listens on loopback only, with all of its ports', () => {
    expect(listeners.length).toBeGreaterThanOrEqual(4);
    expect(listeners.filter(({ address }) => address !== '127.0.0.1')).toEqual([]);
  });

  it('starts no workflow for a web page, whatever Host it calls itself, at any of its ports', async () => {
    const answers = await Promise.all(
      listeners.flatMap(({ port }) =>
        ['evil.example', `127.0.0.1:${port}`, `localhost:${port}`, 'x.invalid'].flatMap((host) =>
          ['text/plain', 'application/json'].map((type) => postStart(port, host, type)),
        ),
      ),
    );
    // Its HTTP API is among those that were asked: it says no to every Host.
    expect(answers.filter((status) => status === 403)).toHaveLength(8);
    expect(answers.filter((status) => status >= 200 && status < 400)).toEqual([]);
    const link = await connectTemporal(session.temporal);
    const { count } = await link.temporalClient.workflow.count('');
    await link.close();
    expect(count).toBe(0);
  });

  it('isn’t joined by a command that wants no user interface while it shows one', async () => {
    await expect(attach('with-ui', { DOEFLOW_TEMPORAL_UI: 'off' })).rejects.toMatchObject({
      code: 'USAGE_HOME_IN_USE',
      message: expect.stringContaining('its Temporal UI is on') as string,
    });
  });
});

describe('without a user interface', () => {
  let session: EmbeddedSession;

  beforeAll(async () => {
    session = await attach('without-ui', { DOEFLOW_TEMPORAL_UI: 'off' });
  });
  afterAll(() => session.close());

  it('none listens, and the rest works', async () => {
    expect(session.uiUrl).toBeUndefined();
    const { ui } = JSON.parse(readFileSync(homeFiles(join(root, 'without-ui')).ports, 'utf8')) as {
      readonly ui: number;
    };
    const ports = listenersOf(pidOf(session, 'temporal')).map(({ port }) => port);
    expect(ports).toContain(portOf(`http://${session.temporalAddress}`));
    expect(ports).not.toContain(ui);
  });

  // Another user waits for the server to crash, and takes its port before it is started again.
  it.skipIf(!isRoot)('a port that another user took is told, and others are taken', async () => {
    const port = portOf(`http://${session.temporalAddress}`);
    const files = homeFiles(join(root, 'without-ui'));
    const state = await lookAtSupervisor(files);
    const supervisor = state?.state === 'ready' ? state.supervisorPid : 0;
    process.kill(supervisor, 'SIGSTOP');
    process.kill(pidOf(session, 'temporal'), 'SIGKILL');
    const thief = await listenAs(otherUser, port);
    try {
      expect(foreignListener(port)).toContain(`another user (uid ${otherUser})`);
      process.kill(supervisor, 'SIGCONT');
      await waitFor('the news', () => told.some((sentence) => sentence.includes('has moved from')));
    } finally {
      thief.kill('SIGKILL');
      await once(thief, 'exit');
    }
    expect(told.filter((sentence) => sentence.includes(`(uid ${otherUser}) listens`))).not.toEqual(
      [],
    );
    expect(told.join('\n')).toContain('The Temporal server can’t be reached: a process of another');
    const again = await attach('without-ui', { DOEFLOW_TEMPORAL_UI: 'off' });
    expect(again.temporalAddress).not.toBe(session.temporalAddress);
    await again.close();
  });
});

interface Listener {
  readonly address: string;
  readonly port: number;
}

/** Where a process listens, as the kernel says it. */
function listenersOf(pid: number): readonly Listener[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).map((name) => readlinkSync(`/proc/${pid}/fd/${name}`)),
  );
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .flatMap((line): readonly Listener[] => {
        const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
        if (state !== '0A' || !sockets.has(`socket:[${inode}]`)) return [];
        const [address = '', port = ''] = local.split(':');
        return [
          {
            address: address === '0100007F' ? '127.0.0.1' : address,
            port: Number.parseInt(port, 16),
          },
        ];
      }),
  );
}

/** Asks for a start of the study workflow, as a form of a foreign page does; gives back the status, 0 for no answer of HTTP's. */
function postStart(port: number, host: string, type: string): Promise<number> {
  return new Promise((resolve) => {
    const asked = request({
      ...{ host: '127.0.0.1', port, method: 'POST', timeout: 5000 },
      path: '/api/v1/namespaces/default/workflows/study-stolen',
      headers: { host, origin: 'https://evil.example', 'content-type': type },
    });
    asked.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('error', () => resolve(0));
    asked.on('timeout', () => asked.destroy());
    asked.end(
      JSON.stringify({ workflowType: { name: 'studyWorkflow' }, taskQueue: { name: 'doeflow' } }),
    );
  });
}

/** A process of another user that listens on a port. */
async function listenAs(uid: number, port: number) {
  const script = `require('node:net').createServer().listen(${port}, '127.0.0.1', () => console.log('listens'))`;
  const child = spawn(process.execPath, ['-e', script], {
    uid,
    gid: uid,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}
