import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { attachEmbedded } from '../../../src/host/attach-embedded.ts';
import { resolveSettings } from '../../../src/host/settings.ts';
import { homeFiles } from '../../../src/host/supervisor/home-files.ts';
import { writeStandIns } from '../../host/embedded/stand-ins.ts';
import { distFolder } from '../../kit/dist-folder.ts';
import { processesNaming } from '../../kit/orphans.ts';
import { waitFor } from '../../kit/processes.ts';

const planted = 'planted-token-0aa91f7c';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-token-'));
});
afterEach(async () => {
  await waitFor('the end of everything', () => processesNaming(folder).length === 0);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Every process of this machine whose command line or environment holds the text. */
function processesWith(text: string): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid))
    .filter((pid) => ['cmdline', 'environ'].some((file) => readOf(pid, file).includes(text)));
}

function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // It has ended, or belongs to somebody else.
    return '';
  }
}

it.each([
  ['a configured platform', { DOEFLOW_PLATFORM_URL: 'http://127.0.0.1:1/' }, planted],
  ['the local platform', {}, undefined],
])('no program of a home has the token of %s in sight', async (_, platform, expected) => {
  const home = join(folder, 'home');
  const env = {
    ...{ HOME: homedir(), PATH: process.env['PATH'] ?? '', DOEFLOW_PROFILE: 'embedded' },
    // A person's shell may have one beside a local platform, too.
    ...{ ...platform, DOEFLOW_PLATFORM_TOKEN: planted, TEMPORAL_API_KEY: `${planted}-of-temporal` },
  };
  const settings = resolveSettings({ flags: { home }, env, cwd: folder });
  const programFolder = writeStandIns(join(folder, 'programs'));
  const session = await attachEmbedded({ settings, env, programFolder });
  try {
    const token = expected ?? readFileSync(homeFiles(home).platformToken, 'utf8').trim();
    // Each that needs it has it nevertheless.
    expect(readFileSync(join(home, 'worker.token'), 'utf8')).toBe(token);
    const pids = session.programs().map(({ pid }) => pid);
    expect(pids.length).toBeGreaterThan(1);
    expect(processesWith(token)).toEqual([]);
    expect(processesWith(planted)).toEqual([]);
  } finally {
    await session.close();
  }
});

it('a platform in the foreground keeps its token from its programs and its runs', async () => {
  const data = join(folder, 'data');
  const program = join(distFolder(), 'src/cli/main.js');
  const command = spawn(process.execPath, [program, 'platform', '--data', data, '--speed', '50'], {
    env: { PATH: process.env['PATH'], HOME: homedir(), DOEFLOW_PLATFORM_TOKEN: planted },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface({ input: command.stdout }), 'line')) as [string];
    const address = /http:\S+/.exec(line)?.[0] ?? '';
    const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
      const answer = await fetch(`${address}api/v2/${path}`, {
        method,
        headers: { authorization: `Token ${planted}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect(answer.ok).toBe(true);
      const text = await answer.text();
      return text === '' ? {} : JSON.parse(text);
    };
    const { id } = (await call('POST', 'jobs/', {
      name: 'looks around',
      jobanalyses: [
        {
          analysis: { code: 'user_included', version: '0' },
          hardware: { coreType: 'emerald', coresPerSlot: 1, slots: 1 },
          command: 'env > env.txt; ls -l /proc/self/fd > fds.txt; sleep 60',
        },
      ],
    })) as { id: string };
    await call('POST', `jobs/${id}/submit/`);
    const work = join(data, 'jobs', id, 'runs', '1', 'work');
    const seen = await waitFor('the run', () => {
      const [env, fds] = ['env.txt', 'fds.txt'].map((name) => readIfThere(join(work, name)));
      return fds?.includes('fds.txt') === true ? { env: env ?? '', fds } : undefined;
    });
    const names = [...seen.env.matchAll(/^([A-Z_]*(?:TOKEN|KEY|DOEFLOW|TEMPORAL)[A-Z_]*)=/gm)];
    // The mark by which the run's processes are found again.
    expect(names.map(([, name]) => name)).toEqual(['DOEFLOW_SLOT']);
    expect(seen.fds).not.toMatch(/socket:|\.db|\.sock|\.lock/);
    expect(processesNaming(data).length).toBeGreaterThan(2);
    expect(processesWith(planted)).toEqual([command.pid]);
  } finally {
    command.kill('SIGTERM');
    await once(command, 'exit');
  }
});

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
