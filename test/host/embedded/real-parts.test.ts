import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runDoctor } from '../../../src/host/doctor.ts';
import { resolveSettings } from '../../../src/host/settings.ts';
import { homeFiles } from '../../../src/host/supervisor/home-files.ts';
import { lookAtSupervisor } from '../../../src/host/supervisor/look-at-supervisor.ts';
import { distFolder } from '../../kit/dist-folder.ts';
import { processesNaming } from '../../kit/orphans.ts';
import { isAlive, seeProcess, waitFor, type SeenProcess } from '../../kit/processes.ts';
import { startStack } from '../../kit/start-stack.ts';

let folder: string;
let home: string;
let env: Record<string, string>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-real-'));
  home = join(folder, 'home');
  env = { HOME: homedir(), PATH: process.env['PATH'] ?? '', DOEFLOW_PROFILE: 'embedded' };
});

afterEach(async () => {
  await waitFor('the end of everything', () => processesNaming(folder).length === 0);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts a client in its own process; gives back it and the programs that it found up. */
async function startClient(): Promise<[ChildProcess, readonly SeenProcess[]]> {
  const client = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('./stand-ins/client.mjs', import.meta.url)),
      JSON.stringify({ distFolder: distFolder(), home, programFolder: distFolder() }),
    ],
    { env, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const [line] = (await once(createInterface({ input: client.stdout }), 'line')) as [string];
  const { programs } = JSON.parse(line) as { programs: { pid: number }[] };
  return [client, programs.map(({ pid }) => seeProcess(pid))];
}

describe('the real embedded parts', () => {
  it('are all well to the doctor, who leaves nothing running', async () => {
    const settings = resolveSettings({ flags: { home }, env, cwd: folder });
    const context = {
      env,
      nodeVersion: process.versions.node,
      programFolder: distFolder(),
    };
    const bad = [];
    const names = [];
    for await (const check of runDoctor(settings, context)) {
      names.push(check.name);
      if (!check.ok) bad.push(check);
    }
    expect(bad).toEqual([]);
    expect(names).toEqual([
      'Node',
      'Disk',
      'Store',
      'Payload key',
      'Home folder',
      'Temporal executable',
      'Embedded parts',
      'Temporal',
      'Search attributes',
      'Worker',
      'Worker of files',
      'Platform',
      'Platform token',
    ]);
    expect(processesNaming(home)).toEqual([]);
  });

  it('end by themselves when supervisor and client are killed together', async () => {
    const [client, programs] = await startClient();
    expect(programs).toHaveLength(4);
    const state = await lookAtSupervisor(homeFiles(home));
    if (state?.state !== 'ready') throw new Error('Expected a ready supervisor');
    process.kill(state.supervisorPid, 'SIGKILL');
    client.kill('SIGKILL');
    await waitFor('the end of all parts', () => !programs.some(isAlive));
  });

  it('end when their last client is killed', async () => {
    const [client, programs] = await startClient();
    client.kill('SIGKILL');
    await waitFor('the end of all parts', () => !programs.some(isAlive));
  });
});

describe('the test kit', () => {
  it('starts a stack whose programs can be killed and started again one by one', async () => {
    const stack = await startStack({ home });
    try {
      const { connection } = await stack.connect();
      for (const program of Object.values(stack.programs)) {
        const killed = seeProcess(program.pid());
        await program.kill();
        expect(isAlive(killed)).toBe(false);
        await program.start();
        expect(program.pid()).not.toBe(killed.pid);
      }
      await connection.workflowService.getSystemInfo({});
    } finally {
      await stack.stop();
    }
  });
});
