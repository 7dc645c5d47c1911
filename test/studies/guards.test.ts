/** A study whose runs fail while its job executes: what it tells meanwhile, and when it is held. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { waitFor } from '../kit/processes.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { sharedStack } from '../kit/shared-stack.ts';
import { temporaryFolder } from './run-study.ts';

const folder = temporaryFolder(afterAll);
const stack = sharedStack();
const gate = join(folder, 'gate');
const call = (...args: string[]) => doeflowInProcess(args, stack.env);
const asJson = async <T>(...args: string[]): Promise<T> =>
  JSON.parse((await call(...args, '--json')).stdout) as T;

interface Told {
  readonly status: string;
  readonly runs: Readonly<Record<'done' | 'failed' | 'submitted', number>>;
  readonly causes: readonly { readonly reason: string; readonly message: string }[];
}

it('tells failures by cause, and the logs of its runs, while its job executes', async () => {
  const study = writeStudy(
    'a-third',
    `if test $((x % 6)) -eq 2; then echo 'ERROR: mesh inverted'; exit 3; fi
if test $((x % 6)) -eq 5; then exit 0; fi
if test $x -gt 15; then while ! test -e ${gate}; do sleep 0.1; done; fi`,
  );
  expect((await call('start', study, '--results', join(folder, 'results'))).exitCode).toBe(0);
  let told: Told | undefined;
  await waitFor(
    'two causes',
    async () => {
      told = await asJson<Told>('status', 'a-third');
      return told.causes.length === 2;
    },
    60_000,
  );
  expect(told?.status).toBe('Running');
  expect(told?.runs.submitted).toBeGreaterThan(0);
  expect(told?.causes.map(({ reason }) => reason).sort()).toEqual(['exit-code', 'output-missing']);
  expect((await call('status', 'a-third')).stdout).toContain('the log says: ERROR: mesh inverted');
  expect((await call('logs', 'a-third')).stdout).toContain('| ERROR: mesh inverted');
  expect((await call('logs', 'a-third/2')).stdout).toContain('ERROR: mesh inverted');
  writeFileSync(gate, '');
  const end = await call('watch', 'a-third', '--json');
  expect(end.exitCode).toBe(3);
  expect(JSON.parse(end.stdout)).toMatchObject({ runs: { total: 30, done: 20, failed: 10 } });
});

it('is held when all of its first runs failed; what had not run goes on when told to', async () => {
  const healed = join(folder, 'healed');
  const study = writeStudy(
    'all-of-it',
    `if ! test -e ${healed}; then
  if test $x -gt 6; then sleep 600; fi
  echo 'ERROR: no licence'
  exit 4
fi`,
  );
  const held = await call('run', study, '--results', join(folder, 'results'), '--json');
  expect(held.exitCode).toBe(5);
  expect(JSON.parse(held.stdout)).toMatchObject({
    status: 'Paused',
    activity: expect.stringMatching(/paused by the guard failFast: all of the first \d+ runs/u),
    failures: [{ reason: 'exit-code' }],
  });
  const rows = await asJson<{ reason: string; message: string }[]>('runs', 'all-of-it');
  expect(rows.filter(({ reason }) => reason === 'exit-code')).toHaveLength(6);
  // Only those in the two slots had begun: the others are still to come.
  expect(rows.filter(({ reason }) => reason === 'stopped')).toHaveLength(2);
  expect(rows.filter(({ message }) => /while it ran/u.test(message))).toHaveLength(2);

  writeFileSync(healed, '');
  expect((await call('resume', 'all-of-it')).exitCode).toBe(0);
  const end = await call('watch', 'all-of-it', '--json');
  expect(JSON.parse(end.stdout)).toMatchObject({ runs: { done: 24, failed: 6 } });
});

/** Thirty runs in one job with two slots, which execute `solver` before they write their output. */
function writeStudy(name: string, solver: string): string {
  const study = join(folder, name);
  mkdirSync(study, { recursive: true });
  writeFileSync(join(study, 'model.sh'), `read x < x.txt\n${solver}\necho "y = $x" > out.txt\n`);
  writeFileSync(join(study, 'x.txt.in'), '${x}\n');
  writeFileSync(
    join(study, 'study.yaml'),
    `name: ${name}
variables:
  - { name: x, type: Param, generator: Linspace, settings: { minvalue: 1, maxvalue: 30, count: 30 }, format: "0" }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: sh model.sh
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  inputFiles: [model.sh]
  templates: [{ template: x.txt.in, as: x.txt }]
`,
  );
  return study;
}
