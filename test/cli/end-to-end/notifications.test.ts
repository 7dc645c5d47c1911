/** Studies that tell somebody, from the profile file to a webhook that hears it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudyEvent } from '../../../src/notify/index.ts';
import { doeflow, temporaryFolder, type CommandEnd } from '../../studies/run-study.ts';

interface Heard {
  readonly secret: string | string[] | undefined;
  readonly event: StudyEvent;
}

const folder = temporaryFolder(afterAll);
const secret = 'Bearer of-the-hook-8f3a';
const heard: Heard[] = [];
const hook = createServer((request, response) => {
  void json(request).then((event) => {
    heard.push({ secret: request.headers.authorization, event: event as StudyEvent });
    response.writeHead(204).end();
  });
});
const env = {
  DOEFLOW_HOME: join(folder, 'home'),
  DOEFLOW_CONFIG: join(folder, 'config.yaml'),
  DOEFLOW_LOCAL_SPEED: '20',
  OPS_HOOK: secret,
};
const call = (...args: string[]): Promise<CommandEnd> => doeflow(args, env);

beforeAll(async () => {
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const { port } = hook.address() as AddressInfo;
  const left = createServer();
  await new Promise<void>((resolve) => left.listen(0, '127.0.0.1', resolve));
  const { port: closed } = left.address() as AddressInfo;
  await new Promise((resolve) => left.close(resolve));
  writeFileSync(
    env.DOEFLOW_CONFIG,
    `notify:
  ops: {webhook: 'http://127.0.0.1:${port}/path-of-the-hook', secret: {header: Authorization, env: OPS_HOOK}}
  down: {webhook: 'http://127.0.0.1:${closed}/'}
`,
  );
});

afterAll(() => void hook.close());

it('tell once that they have finished; who is down fails nothing, and status tells it', async () => {
  const study = writeStudy('well', 'exit_code=0', 4, 'notify: [ops, down]');
  const end = await call('run', study, '--results', join(folder, 'results'), '--json');
  expect(end.exitCode).toBe(0);
  const printed = JSON.parse(end.stdout) as { studyId: string; status: string };
  expect(printed.status).toBe('Finished');
  expect(end.stderr).toContain('Told ops.');
  expect(heard.map(({ event }) => event)).toMatchObject([
    {
      id: `${printed.studyId}/finished-1`,
      event: 'finished',
      state: 'Finished',
      name: 'well',
      words: `Study ${printed.studyId} has finished: 4 of 4 runs done.`,
      runs: { total: 4, done: 4, failed: 0 },
      results: join(folder, 'results', printed.studyId),
      cost: { currency: 'USD' },
    },
  ]);
  expect(heard[0]?.secret).toBe(secret);
  const status = await call('status', 'well');
  expect(status.stdout).toMatch(/^told: ops of "finished"/mu);
  expect(status.stdout).toMatch(
    /down of "finished".*Could not tell http:\/\/127\.0\.0\.1:\d+: connect ECONNREFUSED/u,
  );
  expect(status.stdout + end.stderr).not.toMatch(/path-of-the-hook|of-the-hook-8f3a/u);
  expect((await call('verify', 'well')).exitCode).toBe(0);
});

it('tell that a guard has paused them, and why; and their end when they go on', async () => {
  heard.length = 0;
  const healed = join(folder, 'healed');
  const study = writeStudy(
    'held',
    `if ! test -e ${healed}; then if test $x -gt 6; then sleep 600; fi; exit 4; fi`,
    30,
    'execution: {maxFailedRuns: 30}\nnotify: {to: [ops], on: [paused, finished]}',
  );
  const held = await call('run', study, '--results', join(folder, 'results'), '--json');
  expect(held.exitCode).toBe(5);
  expect(heard.map(({ event }) => [event.event, event.state])).toEqual([['paused', 'Paused']]);
  const [{ event } = { event: undefined }] = heard;
  expect(event?.words).toMatch(/is paused by the guard failFast: all of the first \d+ runs/u);
  expect(event?.whatToDo).toContain(`doeflow resume ${event?.studyId}`);
  writeFileSync(healed, '');
  expect((await call('retry', 'held', '--failed', '--yes')).exitCode).toBe(0);
  expect((await call('watch', 'held')).exitCode).toBe(0);
  expect(heard.map(({ event: one }) => one.event)).toEqual(['paused', 'finished']);
});

it('that name nobody there is are refused before anything starts', async () => {
  const study = writeStudy('unknown', 'exit_code=0', 2, 'notify: [opps]');
  const end = await call('run', study, '--results', join(folder, 'results'));
  expect(end.exitCode).toBe(2);
  expect(end.stderr).toContain('there are: ops, down');
  expect((await call('list', '--quiet')).stdout).not.toContain('unknown');
});

/** Runs in one job with two slots, which execute `solver` before they write their output. */
function writeStudy(name: string, solver: string, runs: number, further: string): string {
  const study = join(folder, name);
  mkdirSync(study, { recursive: true });
  writeFileSync(join(study, 'model.sh'), `read x < x.txt\n${solver}\necho "y = $x" > out.txt\n`);
  writeFileSync(join(study, 'x.txt.in'), '${x}\n');
  writeFileSync(
    join(study, 'study.yaml'),
    `name: ${name}
variables:
  - {name: x, type: Param, generator: Linspace, settings: {minvalue: 1, maxvalue: ${runs}, count: ${runs}}, integer: true}
  - {name: y, type: Output, from: {file: out.txt, key: y}}
job:
  analysis: {code: user_included, version: "0"}
  command: sh model.sh
  hardware: {coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1}
  inputFiles: [model.sh]
  templates: [{template: x.txt.in, as: x.txt}]
${further}
`,
  );
  return study;
}
