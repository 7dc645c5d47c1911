/** A study that comes again: compared with its reference, told when it moved, and held back while one of its name is open. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { temporaryFolder } from '../../studies/run-study.ts';
import { uniform, writeAwkStudy } from '../../studies/write-study.ts';

const folder = temporaryFolder(afterAll);
const results = join(folder, 'results');
const study = writeAwkStudy(folder, {
  name: 'again',
  inputs: { x: uniform(1, 2) },
  outputs: { y: 'x * x' },
  design: '{ method: latin-hypercube, runs: 2, seed: 1 }',
  further: 'regression: { tolerances: { y: { rel: 1e-6 } } }',
});
const model = join(study, 'model.awk');
const written = readFileSync(model, 'utf8');

const heard: unknown[] = [];
const listener = createServer((request, response) => {
  void text(request).then((body) => {
    heard.push(JSON.parse(body));
    response.end();
  });
});
let stack: Stack | undefined;
beforeAll(async () => {
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  stack = await startStack({ speed: 50 });
});
afterAll(async () => {
  listener.close();
  await stack?.stop();
});

/** What a command says as JSON, which must end with the code. */
async function said(exitCode: number, ...args: readonly string[]): Promise<unknown> {
  const end = await doeflowInProcess([...args, '--json'], stack?.env ?? {});
  expect(end.exitCode, end.stderr).toBe(exitCode);
  return JSON.parse(end.stdout === '' ? end.stderr : end.stdout);
}

const patience = { timeout: 60_000, interval: 300 };

/** Has the study come while another of its name is open. @returns its occurrence, seen to wait */
async function comeAndWait(open: string) {
  const { workflowId } = (await said(0, 'schedule', 'trigger', 'again')) as {
    readonly workflowId: string;
  };
  return vi.waitFor(async () => {
    const { last } = (await said(0, 'schedule', 'show', 'again')) as {
      readonly last: { readonly studyId: string };
    };
    expect(await said(0, 'status', last.studyId)).toMatchObject({
      ...{ status: 'Waiting', unknown: `waits for ${open}, begins by itself` },
    });
    return { workflowId, studyId: last.studyId };
  }, patience);
}

const order = ['schedule', 'create', study, '--results', results];
const come = ['schedule', 'trigger', 'again', '--wait'];

it('comes again with the files of its order, and tells once when its results moved', async () => {
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`;
  expect(
    await said(0, ...order, '--cron', '30 2 * * *', '--timezone', 'Europe/Berlin', '--notify', url),
  ).toMatchObject({ schedule: 'again', standing: 'active', overlap: 'skip', last: null });
  expect(await said(5, ...order, '--every', '6h')).toMatchObject({
    error: { code: 'USAGE_SCHEDULE_EXISTS' },
  });

  const first = await said(0, ...come);
  expect(first).toMatchObject({ state: 'Finished', comparison: 'first' });
  // An edit of the folder doesn't reach the order.
  writeFileSync(model, written.replace('y = x * x', 'y = x * x * 1.01'));
  expect(await said(0, ...come)).toMatchObject({ comparison: 'same', moved: 0 });
  expect(heard).toEqual([]);

  await said(0, ...order, '--replace');
  const moved = (await said(9, ...come)) as { readonly studyId: string };
  expect(moved).toMatchObject({ state: 'Finished', comparison: 'moved', moved: 2 });
  expect(heard).toMatchObject([
    { schedule: 'again', comparison: 'moved', moved: 2, studyId: moved.studyId },
  ]);
  expect(readFileSync(join(results, moved.studyId, 'comparison.csv'), 'utf8')).toMatch(
    /^y,,0\.000001,2,2,/mu,
  );
  const { notes } = JSON.parse(
    readFileSync(join(results, moved.studyId, 'summary.json'), 'utf8'),
  ) as { readonly notes: readonly string[] };
  expect(notes.at(-1)).toContain('2 of 2 values are beyond their tolerances');

  // Each occurrence is a study as any other.
  const listed = (await said(0, 'list')) as readonly { readonly studyId: string }[];
  expect(listed).toMatchObject([{ studyId: moved.studyId, status: 'Finished' }, {}, {}]);
  expect(await said(0, 'schedule', 'list')).toMatchObject([
    { schedule: 'again', paused: false, last: { comparison: 'moved', studyId: moved.studyId } },
  ]);
  expect(await said(0, 'schedule', 'show', 'again')).toMatchObject({
    occurrences: [{ comparison: 'moved' }, { comparison: 'same' }, { comparison: 'first' }],
    when: { cron: '30 2 * * *', timezone: 'Europe/Berlin' },
  });
});

it('is held back while a study of its name is open, paused, resumed and deleted', async () => {
  writeFileSync(model, written.replace('END {', 'END {\n system("sleep 600")'));
  const { studyId } = (await said(0, 'start', study, '--results', results)) as {
    readonly studyId: string;
  };
  const before = (await said(0, 'list')) as readonly unknown[];
  expect(await said(5, ...come)).toMatchObject({ comparison: 'skipped', state: 'Skipped' });
  expect(await said(0, 'list')).toHaveLength(before.length);

  expect(await said(0, 'schedule', 'pause', 'again')).toEqual({
    ...{ schedule: 'again', paused: true, withdrawn: [] },
  });
  expect(await said(0, 'schedule', 'list')).toMatchObject([
    { paused: true, last: { comparison: 'skipped' } },
  ]);
  await said(0, 'schedule', 'resume', 'again');
  expect(await said(0, 'schedule', 'list')).toMatchObject([{ paused: false }]);

  // One that may wait is withdrawn by a person, and with its order.
  await said(0, ...order, '--replace', '--overlap', 'wait');
  const waiting = await comeAndWait(studyId);
  expect(await said(0, 'stop', waiting.studyId)).toMatchObject({ withdrawn: true });
  const { workflowId } = await comeAndWait(studyId);
  expect(await said(0, 'schedule', 'delete', 'again')).toMatchObject({ withdrawn: [workflowId] });
  await said(0, 'stop', studyId, '--shutdown', '--yes');
  await vi.waitFor(async () => {
    expect(await said(0, 'list')).toHaveLength(before.length);
    expect(await said(0, 'status', studyId)).toMatchObject({ status: 'Stopped' });
  }, patience);
  expect(await said(6, ...come)).toMatchObject({ error: { code: 'USAGE_SCHEDULE_NOT_FOUND' } });
  expect(await said(6, 'schedule', 'delete', 'again')).toBeDefined();
});
