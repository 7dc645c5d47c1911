/** What the command line says and with which code it ends, where no server is needed. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { designMethods } from '../../../src/design/index.ts';
import { verbs } from '../../../src/cli/verbs.ts';
import { distFolder } from '../../kit/dist-folder.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { temporaryFolder } from '../../studies/run-study.ts';

const folder = temporaryFolder(afterAll);
const env = { DOEFLOW_HOME: join(folder, 'home'), DOEFLOW_CONFIG: join(folder, 'config.yaml') };
const secret = 'tok-3f9c1a77e2b84d06';

async function starter(name: string, change: (text: string) => string = (text) => text) {
  const study = join(folder, name);
  await doeflowInProcess(['init', study], env);
  const file = join(study, 'study.yaml');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  return study;
}

describe('the command line', () => {
  it('lists every verb and every exit code on its help page', async () => {
    const { exitCode, stdout, stderr } = await doeflowInProcess(['--help'], env);
    expect([exitCode, stderr]).toEqual([0, '']);
    for (const { name, summary } of verbs) {
      expect(stdout).toMatch(new RegExp(`^ +${name}\\b`, 'm'));
      expect(stdout.replace(/\s+/g, ' ')).toContain(summary);
    }
    expect(stdout).toMatch(/^ +130 +interrupted/m);
  });

  it('prints its version, also for programs', async () => {
    const plain = await doeflowInProcess(['--version'], env);
    const json = await doeflowInProcess(['--version', '--json'], env);
    expect(JSON.parse(json.stdout)).toEqual({ version: plain.stdout.trim() });
  });

  it.each(verbs.map(({ name }) => name))('explains %s', async (name) => {
    const { exitCode, stdout } = await doeflowInProcess([name, '--help'], env);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`Usage: doeflow ${name}`);
  });

  it.each([
    [['inti'], /unknown command 'inti'/, /Did you mean init\?/],
    [['plan', '--shw', '3'], /unknown option '--shw'/, /Did you mean --show\?/],
    [['retry', 'x', '--runs', '9-3'], /ascending range/, /doeflow/],
    [['designs', 'sobl'], /There is no design method "sobl"/, /did you mean `sobol`/],
    [['watch'], /missing required argument 'study'/, /doeflow/],
  ])('refuses %j with code 2 and a way on', async (args, message, hint) => {
    const { exitCode, stdout, stderr } = await doeflowInProcess(args, env);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(hint);
  });

  it('says errors as one JSON document on stderr when asked for JSON', async () => {
    const { exitCode, stdout, stderr } = await doeflowInProcess(
      ['status', 'nothing', '--json'],
      env,
    );
    expect([exitCode, stdout]).toEqual([6, '']);
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'USAGE_STUDY_NOT_FOUND',
        message: 'There is no study "nothing" in the store',
        hint: 'No study was started yet. Start one: doeflow run STUDY-FILE',
      },
    });
  });

  it('writes a starter study that is valid, and never over a file of the user', async () => {
    const study = await starter('mine');
    expect((await doeflowInProcess(['validate', study], env)).exitCode).toBe(0);
    expect((await doeflowInProcess(['init', study], env)).exitCode).toBe(5);
  });

  it('shows the faults of a study file with their lines', async () => {
    const study = await starter('broken', (text) => text.replace('stddev: 1.5', 'sd: 1.5'));
    const { exitCode, stderr } = await doeflowInProcess(['run', study], env);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/study\.yaml:8:\d+: /);
    expect(stderr).toContain('sd: 1.5');
    expect(stderr).toContain('^');
  });

  it('says all of one design method, and lists them all', async () => {
    const one = JSON.parse(
      (await doeflowInProcess(['designs', 'd-optimal', '--json'], env)).stdout,
    ) as object;
    expect(one).toMatchObject({ name: 'd-optimal', options: ['model', 'levels', 'starts'] });
    const { stdout } = await doeflowInProcess(['designs', '--quiet'], env);
    expect(stdout.trim().split('\n')).toEqual(Object.keys(designMethods));
  });

  it('plans without a server: rows, one rendered run, and the whole design on demand', async () => {
    const study = await starter('planned');
    const design = join(folder, 'design.csv');
    const { stdout } = await doeflowInProcess(['plan', study, '--json', '--design', design], env);
    const plan = JSON.parse(stdout) as { runs: number; design: number[][]; columns: string[] };
    expect(plan).toMatchObject({ runs: 24, jobs: 1, columns: ['run', 'angle', 'speed'] });
    const lines = readFileSync(design, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(25);
    const rendered = await doeflowInProcess(['render', study, '1', '--file', 'input.json'], env);
    const { angle, speed } = JSON.parse(rendered.stdout) as { angle: number; speed: number };
    expect([1, angle, speed]).toEqual(plan.design[0]);
  });

  it('plans further runs for a study: numbered on, the old ones as they were', async () => {
    const study = await starter('grown', (text) => text.replace('runs: 24', 'runs: 6'));
    const more = join(folder, 'more.csv');
    const args = ['plan', '--extend', study, '--add', '12', '--json', '--design', more];
    const further = JSON.parse((await doeflowInProcess(args, env)).stdout) as object;
    expect(further).toMatchObject({ runsBefore: 6, runs: 12, firstRun: 7, extend: [12] });
    const whole = await starter('whole', (text) =>
      text.replace('runs: 24, seed: 7', 'runs: 6, seed: 7, extend: [12]'),
    );
    const design = join(folder, 'grown.csv');
    await doeflowInProcess(['plan', whole, '--design', design], env);
    const lines = readFileSync(design, 'utf8').split('\n');
    expect(readFileSync(more, 'utf8').split('\n').slice(1)).toEqual(lines.slice(7));
    const refused = await doeflowInProcess(['plan', '--extend', study, '--add', '5'], env);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('nearest: 6');
    const alone = await doeflowInProcess(['plan', '--add', '5'], env);
    expect([alone.exitCode, alone.stdout]).toEqual([2, '']);
  });

  it('ends quietly when its reader goes away', () => {
    const main = join(distFolder(), 'src/cli/main.js');
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" "${main}" schema | head -c 10; exit 0`],
      { encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } },
    );
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('a configured platform', () => {
  it('that refuses the token ends a run with code 4, before anything is started', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end('{"detail": "Invalid token."}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const study = await starter('refused');
    const { exitCode, stdout, stderr } = await doeflowInProcess(['run', study], {
      ...env,
      DOEFLOW_PLATFORM_URL: `http://127.0.0.1:${port}`,
      DOEFLOW_PLATFORM_TOKEN: secret,
    });
    server.close();
    expect([exitCode, stdout]).toEqual([4, '']);
    expect(stderr).toContain('refused the token');
    expect(stderr).toContain('doeflow login');
    expect(stderr).not.toContain(secret);
  });

  it('that does not answer ends a run with code 7', async () => {
    const study = await starter('unreachable');
    const { exitCode, stderr } = await doeflowInProcess(['run', study], {
      ...env,
      // Nobody can listen on port 1 without being root's service.
      DOEFLOW_PLATFORM_URL: 'http://127.0.0.1:1',
      DOEFLOW_PLATFORM_TOKEN: secret,
    });
    expect(exitCode).toBe(7);
    expect(stderr).toContain('http://127.0.0.1:1');
    expect(stderr).not.toContain(secret);
  });

  it('without a token ends a run with code 4', async () => {
    const study = await starter('tokenless');
    const { exitCode, stderr } = await doeflowInProcess(['run', study], {
      ...env,
      DOEFLOW_PLATFORM_URL: 'http://127.0.0.1:1',
    });
    expect(exitCode).toBe(4);
    expect(stderr).toContain('DOEFLOW_PLATFORM_TOKEN');
  });

  it('takes a login over standard input and never shows the token', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"count": 0, "next": null, "previous": null, "results": []}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}`;
    const login = await doeflowInProcess(
      ['login', address, '--token-stdin', '--profile', 'acme'],
      env,
      `${secret}\n`,
    );
    server.close();
    expect(login.exitCode).toBe(0);
    expect(login.stdout + login.stderr).not.toContain(secret);
    const config = await doeflowInProcess(['config', '--profile', 'acme', '--json'], env);
    expect(config.stdout).not.toContain(secret);
    expect(JSON.parse(config.stdout)).toMatchObject({
      'platform.baseUrl': { value: `${address}/`, origin: 'profile acme' },
      'platform.token': { value: 'set' },
    });
  });
});
