/** A study that is stopped on a platform that refuses, in two ways: what is said, what is left, and what runs afterwards. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { waitFor } from '../../kit/processes.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { temporaryFolder } from '../../studies/run-study.ts';

const folder = temporaryFolder(afterAll);
const results = join(folder, 'results');
let stack: Stack;
beforeAll(async () => {
  const faults = join(folder, 'faults.json');
  const refuse = (way: string, times: object, status: number, detail: string): object => ({
    match: { method: 'POST', path: `/api/v2/jobs/*/${way}/`, ...times },
    what: { status, body: { detail } },
  });
  const rules = [
    refuse('stop', { nth: 1 }, 403, 'You may not stop this job.'),
    refuse('force_stop', {}, 400, 'Not for this kind of job.'),
  ];
  writeFileSync(faults, JSON.stringify({ rules }));
  stack = await startStack({ speed: 100, faults });
});
afterAll(() => stack?.stop());

const call = (...args: string[]) => doeflowInProcess(args, stack.env);
const asJson = async <T>(...args: string[]): Promise<T> =>
  JSON.parse((await call(...args, '--json')).stdout) as T;

interface Counts {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly withdrawn: number;
}

/** Six runs in two slots: two end, the next two wait for a file, the last two never begin. */
async function startWaiting(name: string): Promise<string> {
  const study = join(folder, name);
  const gate = join(folder, `${name}-gate`);
  mkdirSync(study);
  writeFileSync(join(study, 'x.txt.in'), '${x}\n');
  writeFileSync(
    join(study, 'study.yaml'),
    `name: ${name}
variables:
  - { name: x, type: Param, generator: Linspace, settings: { minvalue: 1, maxvalue: 6, count: 6 }, format: "0" }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: read x < x.txt; if test $x -gt 2; then touch ${gate}-begun; while ! test -e ${gate}; do sleep 0.1; done; fi; echo "y = $x" > out.txt
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  templates: [{ template: x.txt.in, as: x.txt }]
`,
  );
  expect((await call('start', study, '--results', results)).exitCode).toBe(0);
  await waitFor('a run to wait', () => existsSync(`${gate}-begun`), 60_000);
  return gate;
}

it('is told of the refusal, ends Stopped with what never began withdrawn, and runs that on demand', async () => {
  const gate = await startWaiting('refused');
  const stop = await asJson<{
    status: string;
    jobsLeft: number;
    notes: string[];
    trouble: object[];
  }>(...['stop', 'refused']);
  expect(stop).toMatchObject({ status: 'Running', jobsLeft: 1 });
  expect(stop.notes.join()).toMatch(
    /^Job 1: the platform refuses to stop job \w+ \(refused job 1 .*403 You may not stop this job\. It runs on, and costs up to 0\.12 USD an hour\..*doeflow api POST jobs\/\w+\/stop\/$/u,
  );

  const end = await call('watch', 'refused', '--json');
  expect(end.exitCode).toBe(3);
  const counts = { total: 6, done: 2, failed: 0, stopped: 2, withdrawn: 2 };
  expect(JSON.parse(end.stdout)).toMatchObject({ status: 'Stopped', runs: counts });
  expect((await asJson<{ runs: Counts }>('status', 'refused')).runs).toMatchObject(counts);
  const rows = await asJson<{ status: string }[]>('results', 'refused');
  expect(rows.map(({ status }) => status)).toEqual([
    ...['Done', 'Done', 'Stopped', 'Stopped', 'Withdrawn', 'Withdrawn'],
  ]);
  expect(await asJson<object>('stop', 'refused')).toMatchObject({
    ...{ stopped: false, status: 'Stopped' },
  });

  writeFileSync(gate, '');
  const retry = await call('retry', 'refused', '--failed', '--json');
  expect(retry.exitCode).toBe(0);
  expect(JSON.parse(retry.stdout)).toMatchObject({
    ...{ status: 'Finished', runs: { ...counts, done: 6, stopped: 0, withdrawn: 0 } },
  });
});

it('is told that its job could not be forced, and that it was stopped all the same', async () => {
  await startWaiting('forced');
  const { notes } = await asJson<{ notes: string[] }>('stop', 'forced', '--force');
  const told =
    /(?:^|,)Job 1: the platform refused the forced stop of job \w+, so it is ended by the ordinary stop: .*400 Not for this kind of job\.$/u;
  expect(notes.join()).toMatch(told);
  const end = await call('watch', 'forced', '--json');
  expect(JSON.parse(end.stdout)).toMatchObject({ status: 'Stopped', runs: { withdrawn: 2 } });
  expect((await asJson<{ notes: string[] }>('status', 'forced')).notes.join()).toMatch(told);
});
