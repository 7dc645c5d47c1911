/**
 * A token of our own is given to a stack, used well and badly: a study with failing runs, refusals and redirects in its middle, and each
 * program killed. Then it is looked for in every byte that was left.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extract } from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../kit/processes.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { doeflow, temporaryFolder, type CommandEnd } from '../../studies/run-study.ts';
import { filesHolding } from '../../chaos/find-bytes.ts';

const planted = 'planted4c1f7e0b92d85a36aa71';
const refused = 'refused9b0e6d3f518c27a4de05';

describe('a platform token', () => {
  let root: string;
  let stack: Stack;
  const said: CommandEnd[] = [];
  const histories: string[] = [];
  let programs = '';
  /** What the host got to which the platform redirects. */
  const elsewhere: IncomingHttpHeaders[] = [];
  const otherHost = createServer((request, response) => {
    elsewhere.push(request.headers);
    response.writeHead(404).end();
  });

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'doeflow-token-'));
    const home = join(root, 'home');
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'platform-token'), `${planted}\n`, { mode: 0o600 });
    const study = writeStudy(join(root, 'study'));
    await new Promise<void>((resolve) => otherHost.listen(0, '127.0.0.1', resolve));
    const { port } = otherHost.address() as AddressInfo;
    const faults = writeFaults(
      join(temporaryFolder(afterAll), 'faults.json'),
      `http://127.0.0.1:${port}/`,
    );
    stack = await startStack({ home, speed: 20, faults });
    const call = async (args: string[], token = planted): Promise<CommandEnd> => {
      const end = await doeflow(args, { ...stack.env, DOEFLOW_PLATFORM_TOKEN: token });
      said.push(end);
      return end;
    };

    const running = call(['run', study, '--results', join(root, 'results')]);
    await waitFor('the first job', async () => {
      const link = await fetch(new URL('api/v2/jobs/', stack.platformUrl), {
        headers: { Authorization: `Token ${planted}` },
      });
      return ((await link.json()) as { count: number }).count > 0;
    });
    // The worker's calls fail for a while: their errors reach logs and histories.
    await stack.programs.platform.kill();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await call(['api', 'GET', 'jobs']);
    await stack.programs.platform.start();
    expect((await running).exitCode).toBe(3);
    await Promise.all(
      (['worker', 'runner', 'temporal'] as const).map((name) => stack.programs[name].kill()),
    );
    await stack.programs.temporal.start();

    expect((await call(['run', study], refused)).exitCode).toBe(4);
    await call(['config', '--json']);
    const bundle = join(root, 'bundle.tar.gz');
    await call(['doctor', '--json', '--bundle', bundle]);
    mkdirSync(join(root, 'bundle'));
    await extract({ file: bundle, cwd: join(root, 'bundle') });
    await call(['api', 'GET', 'jobs', '--json']);
    await call(['logs', 'secretive']);
    await call(['status', 'secretive', '--json']);

    const { temporalClient } = await stack.connect();
    for await (const { workflowId, runId } of temporalClient.workflow.list()) {
      const history = await temporalClient.workflow.getHandle(workflowId, runId).fetchHistory();
      histories.push(textIn(history));
    }
    programs = Object.values(stack.programs)
      .map((program) => program.output())
      .join('\n');
    await stack.stop();
  });

  afterAll(async () => {
    otherHost.close();
    await stack.stop();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  it('is nowhere in files, but for the one that keeps it', () => {
    // Searching must be able to find: the token's own file and what a run printed.
    expect(filesHolding(root, planted)).toEqual([join(root, 'home', 'platform-token')]);
    expect(filesHolding(root, 'a-run-was-here').length).toBeGreaterThan(1);
    expect(filesHolding(join(root, 'bundle'), 'secretive').length).toBeGreaterThan(0);
    expect(filesHolding(root, refused)).toEqual([]);
  });

  it('went to no host to which the platform redirected its reads', () => {
    expect(elsewhere.length).toBeGreaterThan(0);
    expect(elsewhere.filter((headers) => headers.authorization !== undefined)).toEqual([]);
    expect(JSON.stringify(elsewhere)).not.toContain(planted);
  });

  it('is nowhere in what commands and programs printed', () => {
    const texts = [programs, ...said.flatMap(({ stdout, stderr }) => [stdout, stderr])];
    for (const token of [planted, refused]) {
      expect(texts.filter((text) => text.includes(token))).toEqual([]);
    }
  });

  it('is nowhere in the histories of workflows', () => {
    expect(histories.length).toBeGreaterThanOrEqual(2);
    expect(histories.some((text) => text.includes('secretive'))).toBe(true);
    for (const token of [planted, refused]) {
      expect(histories.filter((text) => text.includes(token))).toEqual([]);
    }
  });
});

/** All strings and bytes inside a value, as one text. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textIn).join('\n');
}

/** Some reads are redirected to another host, some calls refused as if the token were bad. */
function writeFaults(path: string, elsewhere: string): string {
  const rule = (match: object, what: object): object => ({ match, what });
  const jobs = { path: '/api/v2/jobs/*/' };
  const plan = {
    seed: 7,
    rules: [
      rule({ ...jobs, method: 'GET', nth: 2 }, { status: 302, headers: { location: elsewhere } }),
      rule({ ...jobs, nth: 6 }, { status: 401, body: { detail: 'Invalid token.' } }),
    ],
  };
  writeFileSync(path, JSON.stringify(plan));
  return path;
}

/** A study whose runs print their whole environment, and of which one fails so that its log is kept. */
function writeStudy(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'x.txt.in'), '${x}\n');
  writeFileSync(
    join(folder, 'study.yaml'),
    `name: secretive
variables:
  - { name: x, type: Param, values: [1, 2] }
  - { name: y, type: Output, from: { file: x.txt, regex: '(\\d+)' } }
design: {}
job:
  analysis: { code: user_included, version: "0" }
  command: "sleep 3; echo a-run-was-here > here.txt; env; grep -q 1 x.txt"
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  templates: [{ template: x.txt.in, as: x.txt }]
  collect: [here.txt]
findings:
  - { name: Mean of y, value: mean(y) }
`,
  );
  return folder;
}
