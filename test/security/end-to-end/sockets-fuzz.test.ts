import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openLeaseDesk, type LeaseDesk } from '../../../src/host/supervisor/lease-desk.ts';
import { openSupervisorLink } from '../../../src/host/supervisor/supervisor-link.ts';
import { makeOwnFolderSync } from '../../../src/files/index.ts';
import { runnerSocketPath } from '../../../src/local-platform/socket-path.ts';
import { RunningPlatform } from '../../local-platform/running/running-platform.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Lines that no program of ours says: each must end its connection, and nothing else. */
const refused = [
  ...['null', '7', '"start"', '[]', '[null]', '{}', '{"type":null}', 'true', '{"type":"start"}'],
  ...['{"type":"start","jobId":null}', '{"type":"start","jobId":["a"]}', '{"type":"nothing"}'],
  ...['{"type":"start","jobId":"../../etc"}', '{"type":"start","jobId":"a/b"}'],
  ...['{"type":"stop","jobId":"a"}', '{"type":"stop","jobId":"a","how":"finished"}'],
  ...['{"type":"stop-run","jobId":"a","run":-1}', '{"type":"stop-run","jobId":"a","run":1e99}'],
  ...['{"type":"hello"}', '{"type":"hello","pid":"1","keep":true}', '{"__proto__":{"type":"bye"}}'],
  ...['{"type":"hello","pid":-1,"keep":true}', '{"type":"hello","pid":1.5,"keep":false}'],
  ...['{"type":"hello","pid":1,"keep":true,"platformToken":"a\\nb"}', 'GET / HTTP/1.1', '', '\0'],
  ...['['.repeat(5000), `"${'x'.repeat(200_000)}"`, '{"type":"start","jobId":"a"', '\ufffd'],
];

/** Sends text on a connection of its own and gives back whether that was ended by the other side. */
function isEnded(path: string, text: string, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket: Socket = connect(path);
    const timer = setTimeout(() => {
      resolve(false);
      socket.destroy();
    }, patienceMs);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(true);
    });
    socket.resume();
    socket.write(text);
  });
}

/** What a program may get after a bit flip, a cut or a stranger's mistake: mostly nothing that means anything. */
const garbage = fc.oneof(
  fc.json(),
  fc.string(),
  fc
    .tuple(fc.constantFrom(...refused), fc.nat(), fc.string({ maxLength: 3 }))
    .map(([line, at, put]) => line.slice(0, at % 50) + put + line.slice((at % 50) + 1)),
);
const garbageLines = fc.sample(garbage, { seed: 20261122, numRuns: 200 });

describe('the runner’s socket', () => {
  let platform: RunningPlatform;
  let path: string;
  beforeAll(async () => {
    platform = await new RunningPlatform().start();
    path = runnerSocketPath(platform.dataFolder);
  }, 60_000);
  afterAll(async () => {
    await platform.end();
  }, 60_000);

  it('ends the connection of whoever says what it doesn’t know; the runs go on', async () => {
    const jobId = await platform.submitSweep('sleep 4; cat x.txt', [1, 2]);
    await platform.untilStatus(jobId, 'Executing');
    const runner = platform.runnerPid();
    for (const line of refused) {
      expect([line.slice(0, 80), await isEnded(path, `${line}\n`, 3000)]).toEqual([
        line.slice(0, 80),
        true,
      ]);
    }
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        isEnded(path, garbageLines.slice(i * 20, i * 20 + 20).join('\n'), 200),
      ),
    );
    // Neither a line in pieces nor one without end holds it up.
    expect(await isEnded(path, '{"type":"start",', 100)).toBe(false);
    expect(await isEnded(path, 'x'.repeat(300_000), 3000)).toBe(true);
    await platform.untilStatus(jobId, 'Completed (Completed successfully)');
    expect(platform.runnerPid()).toBe(runner);
    const outputs = await platform.outputs(jobId);
    expect([1, 2].map((run) => outputs.get(`${run}/process_output.log`))).toEqual(['1\n', '2\n']);
    const executed = await platform.runsInLedger(jobId, 'run started');
    expect([...executed.values()]).toEqual([1, 1]);
  });

  it('is its owner’s alone', () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });
});

describe('the supervisor’s socket', () => {
  let folder: string;
  let path: string;
  let desk: LeaseDesk;
  let problems: string[];
  let tokens: (string | undefined)[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'doeflow-desk-'));
    path = join(folder, 'desk.sock');
    [problems, tokens] = [[], []];
    desk = await openLeaseDesk(path, {
      state: () => ({ state: 'starting', what: 'Starting' }),
      onLease: ({ platformToken }) => tokens.push(platformToken),
      onEmpty: () => problems.push('the last lease is gone'),
      onProblem: (problem) => problems.push(problem),
    });
  });
  afterAll(() => {
    desk.shut();
    rmSync(folder, { recursive: true, force: true });
  });

  it('ends the connection of whoever says what it doesn’t know; other leases stay', async () => {
    const holder = connect(path);
    holder.resume();
    holder.write('{"type":"hello","pid":1,"keep":true,"platformToken":"planted-token"}\n');
    await vi.waitFor(() => expect(desk.leases()).toEqual([{ pid: 1, keep: true }]));
    for (const line of refused) {
      expect([line.slice(0, 80), await isEnded(path, `${line}\n`, 3000)]).toEqual([
        line.slice(0, 80),
        true,
      ]);
    }
    await Promise.all(garbageLines.map((line) => isEnded(path, `${line}\n`, 200)));
    expect(await isEnded(path, 'x'.repeat(300_000), 3000)).toBe(true);
    // What is said behind a bad line isn't heard.
    await isEnded(path, 'null\n{"type":"hello","pid":2,"keep":true}\n', 3000);
    expect(desk.leases()).toEqual([{ pid: 1, keep: true }]);
    expect(tokens).toEqual(['planted-token']);
    expect(problems).not.toContain('the last lease is gone');
    expect(problems.join('\n')).not.toContain('x'.repeat(20));
    holder.destroy();
  });

  it('is its owner’s alone', () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('clients', () => {
  it('give up on a supervisor that says what they don’t know, and live on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'doeflow-desk-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const line of ['null', '{"state":"ready"}', '{', 'x'.repeat(2_000_000)]) {
      const path = join(folder, 'desk.sock');
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.write(`${line}\n`);
      });
      await new Promise<void>((resolve) => server.listen(path, resolve));
      let states = 0;
      const closed = new Promise<void>((onClose) => {
        void openSupervisorLink(path, { onState: () => (states += 1), onClose });
      });
      await closed;
      expect(states).toBe(0);
      server.close();
    }
  });

  it('take no folder for their socket that others may enter', () => {
    const folder = mkdtempSync(join(tmpdir(), 'doeflow-desk-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o755);
    expect(() => makeOwnFolderSync(folder)).toThrow('must belong to you alone');
    chmodSync(folder, 0o700);
    expect(() => makeOwnFolderSync(folder)).not.toThrow();
  });
});
