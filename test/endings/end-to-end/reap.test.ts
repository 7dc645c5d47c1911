/** What a study leaves on the platform when its workflows are terminated is found and ended; what belongs to others is left alone. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  clusterWorkflowId,
  jobWorkflowId,
  reaperId,
  studyWorkflowId,
} from '../../../src/temporal/names.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { waitFor } from '../../kit/processes.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { temporaryFolder } from '../../studies/run-study.ts';

const folder = temporaryFolder(afterAll);
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ speed: 20 });
});
afterAll(() => stack?.stop());

const call = (...args: readonly string[]) => doeflowInProcess(args, stack.env);

interface Finding {
  readonly kind: string;
  readonly id: string;
  readonly name?: string;
  readonly studyId?: string;
  readonly outcome: string;
  readonly perHour?: { readonly amount: number };
  readonly until?: string;
}

async function reap(...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await call('reap', ...args, '--json');
  // What goes on for want of a worker is left to a person.
  expect(exitCode, stderr).toBe(args.includes('--dry-run') ? 0 : 5);
  return (JSON.parse(stdout) as { readonly findings: readonly Finding[] }).findings;
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${stack.platformUrl}api/${path}`, {
    method,
    headers: {
      ...stack.platformHeaders,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.ok, text).toBe(true);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

async function statusOf(kind: 'clusters' | 'jobs', id: string): Promise<string> {
  const version = kind === 'clusters' ? 'v3' : 'v2';
  const page = await ask<{ readonly results: readonly { readonly status: string }[] }>(
    'GET',
    `${version}/${kind}/${id}/statuses/`,
  );
  return page.results[0]?.status ?? '';
}

/** A cluster of somebody else of the account. */
async function startOther(name: string): Promise<string> {
  const { id } = await ask<{ readonly id: string }>('POST', 'v3/clusters/', {
    name,
    hardware: { coreType: { code: 'emerald' }, coresPerSlot: 1, slots: 1, walltime: 2 },
    installedAnalyses: [{ analysis: { code: 'user_included', version: '0' } }],
  });
  await ask('POST', `v3/clusters/${id}/start/`);
  return id;
}

/** A study on a cluster of its own, one run of which executes. */
async function startStudy(name: string): Promise<string> {
  const place = join(folder, name);
  mkdirSync(place);
  const begun = join(place, 'begun');
  writeFileSync(join(place, 'run.sh'), `touch '${begun}'; sleep 120; echo '{"y": 1}' > r.json\n`);
  writeFileSync(
    join(place, 'study.yaml'),
    `name: ${name}
variables:
  - {name: x, type: Design, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}}
  - {name: y, type: Output, from: {file: r.json, pointer: /y}}
design: {method: monte-carlo, runs: 2, seed: 1}
job:
  analysis: {code: user_included, version: "0"}
  command: sh run.sh \${x}
  hardware: {coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1}
  inputFiles: [run.sh]
execution:
  cluster: {name: ${name}, slots: 2, walltime: 2}
`,
  );
  const { exitCode, stdout, stderr } = await call('start', place, '--json');
  expect(exitCode, stderr).toBe(0);
  await waitFor('the first run', () => existsSync(begun));
  return (JSON.parse(stdout) as { readonly studyId: string }).studyId;
}

it('shows in a dry run what a terminated study left, then ends it, and nothing else', async () => {
  const studyId = await startStudy('left-on');
  const openId = await startStudy('lives-on');
  const others = await Promise.all([startOther('beams'), startOther('beams s0123456789ab')]);
  const { temporalClient } = await stack.connect();
  const { workflow, schedule } = temporalClient;
  expect((await schedule.getHandle(reaperId).describe()).scheduleId).toBe(reaperId);
  // Without a worker nothing notices by itself.
  await stack.programs.worker.stop();
  for (const id of [
    studyWorkflowId('left-on'),
    clusterWorkflowId('left-on'),
    jobWorkflowId(studyId, 1),
  ]) {
    await workflow.getHandle(id).terminate('by somebody in the Temporal UI');
  }

  const shown = await reap('--dry-run');
  const ours = shown.filter((finding) => finding.studyId === studyId);
  expect(ours).toMatchObject([
    { kind: 'cluster', outcome: 'would-end', perHour: { amount: expect.any(Number) as number } },
    { kind: 'job', outcome: 'would-end' },
  ]);
  expect(ours[0]?.until).toMatch(/^\d{4}-/u);
  // What another engine may have is told, what is only named alike isn't.
  expect(shown.filter((finding) => finding.studyId === undefined)).toMatchObject([
    { id: others[1], outcome: 'left' },
  ]);
  // The open study answers for its own, and nobody works on it.
  const ofOpen = (findings: typeof shown) =>
    findings.filter((finding) => finding.studyId === openId);
  const open = [
    { kind: 'cluster', outcome: 'left', why: expect.stringContaining('no worker is up') as string },
    { kind: 'job', outcome: 'left' },
  ];
  expect(ofOpen(shown)).toMatchObject(open);
  expect(await statusOf('clusters', ours[0]?.id ?? '')).toBe('Started');

  const ended = await reap();
  expect(ended.filter((finding) => finding.studyId === studyId)).toMatchObject([
    { id: ours[0]?.id, outcome: 'ended' },
    { id: ours[1]?.id, outcome: 'ended' },
  ]);
  await waitFor('the end of the cluster', async () =>
    /^Stop/u.test(await statusOf('clusters', ours[0]?.id ?? '')),
  );
  for (const other of others) expect(await statusOf('clusters', other)).not.toMatch(/^Stop/u);
  expect(ofOpen(await reap('--dry-run'))).toMatchObject(open);
});
