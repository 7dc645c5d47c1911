import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { stopJob } from '../../activities/jobs/stop-job.ts';
import type { StopAnswer } from '../../src/run/stop-answer.ts';
import type { StopMode } from '../../src/run/messages.ts';
import { layout, openStore } from '../../src/store/index.ts';
import { watchSignals } from '../activities/ending-calls.ts';
import { connect, json, startServer } from '../platform-api/scripted-server.ts';

type Way = 'stop' | 'force_stop' | 'shutdown';

/** Stops a job of a platform that answers each way with a status, 202 where none is given; tells the ways that were asked for. */
async function stop(
  mode: StopMode,
  answers: Partial<Record<Way, number>>,
  history: readonly string[] = ['Executing', 'Pending'],
  record = 200,
  execution: object = {},
): Promise<{ readonly answer: StopAnswer; readonly asked: readonly string[] }> {
  const root = mkdtempSync(join(tmpdir(), 'doeflow-stop-'));
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const store = await openStore(root);
  await store.study('beam-1').write(layout.platformJob(1), { jobId: 'J1' });
  await store.study('beam-1').write(layout.jobCluster(1), { clusterId: 'C7' });
  await store.study('beam-1').write(layout.price, { amount: 0.25, currency: 'USD' });
  const asked: string[] = [];
  const server = await startServer(({ method, url }, response) => {
    const { pathname } = new URL(url, 'http://served');
    const way = pathname.split('/').at(-2) as Way;
    if (method === 'POST') {
      asked.push(way);
      return json(response, { detail: 'Not for you.' }, answers[way] ?? 202);
    }
    if (!pathname.endsWith('/statuses/')) {
      return json(response, { id: 'J1', name: 'beam, job 1' }, record);
    }
    const results = history.map((status) => ({ status, statusDate: '2026-01-01T00:00:00Z' }));
    return json(response, { count: results.length, next: null, previous: null, results });
  });
  const { platform, unending } = watchSignals(connect(server));
  const study = { job: { fields: {}, hardware: { coresPerSlot: 2, slots: 4 } }, execution };
  const answer = await stopJob(
    {
      ...{ store, platform, poll: { minMs: 1, maxMs: 5 } },
      studyCache: { get: () => Promise.resolve({ study }) },
    } as unknown as ActivityDependencies,
    { studyId: 'beam-1', jobId: 'J1', mode },
    { signal: new AbortController().signal, attempt: 1, show: () => undefined },
  );
  expect([...unending]).toEqual([]);
  return { answer, asked };
}

it('is taken as it was asked for, without a word', async () => {
  expect(await stop('force', {})).toEqual({ answer: {}, asked: ['force_stop'] });
});

it.each([400, 403, 404, 405, 409, 501])(
  'falls back to the ordinary stop where the platform answers %s to the forced one, and says so',
  async (status) => {
    const { answer, asked } = await stop('force', { force_stop: status });
    expect(asked).toEqual(['force_stop', 'stop']);
    expect(answer.note).toMatch(
      /^the platform refused the forced stop of job J1, so it is ended by the ordinary stop: .*force_stop/u,
    );
  },
);

it('goes from a shutdown by way of the forced stop', async () => {
  const { answer, asked } = await stop('shutdown', { shutdown: 403, force_stop: 403 });
  expect(asked).toEqual(['shutdown', 'force_stop', 'stop']);
  expect(answer.note).toMatch(/refused the shutdown of job J1, so it is ended by the ordinary/u);
});

it('tells a refusal of every way with the job, the platform’s sentence, the cost and what to do', async () => {
  const { answer } = await stop('force', { force_stop: 400, stop: 403 });
  expect(answer).toEqual({
    refused: {
      why: 'the platform refuses the forced stop and the ordinary stop of job J1 (beam, job 1): [POST] /api/v2/jobs/J1/force_stop/: 400 Not for you; [POST] /api/v2/jobs/J1/stop/: 403 Not for you',
      next: expect.stringMatching(
        /^It runs on, and costs up to 2\.00 USD an hour\. .*doeflow api POST jobs\/J1\/stop\/$/u,
      ) as string,
    },
  });
});

it('tells which cluster a job that goes on keeps busy, and what that costs', async () => {
  const execution = { cluster: { kind: 'own', name: 'beams', slots: 3, walltimeHours: 1 } };
  const { answer } = await stop('force', { force_stop: 400, stop: 403 }, undefined, 200, execution);
  expect(answer.refused?.next).toMatch(
    /^It runs on, and keeps cluster C7 busy, which costs up to 1\.50 USD an hour as long as it is on\. /u,
  );
});

it('tells the job by its id where its name can’t be read, and how hard it was to be stopped', async () => {
  const { answer } = await stop(
    'shutdown',
    { shutdown: 409, force_stop: 403, stop: 400 },
    undefined,
    404,
  );
  expect(answer.refused?.why).toMatch(
    /^the platform refuses the shutdown and the ordinary stop of job J1: .*shutdown\/: 409.*stop\/: 400/u,
  );
});

it('waits for a platform that is down, and for one that takes no token, and takes none for a refusal', async () => {
  await expect(stop('force', { force_stop: 503 })).rejects.toMatchObject({ code: 'API_SERVER' });
  await expect(stop('stop', { stop: 401 })).rejects.toMatchObject({ code: 'API_AUTHENTICATION' });
});

it.each([
  ['has ended', ['Completed', 'Executing', 'Pending']],
  ['was never submitted', []],
])('has nothing to do for a job that %s', async (_which, history) => {
  expect((await stop('stop', { stop: 400 }, history)).answer).toEqual({});
});

it('lets a job end that is being stopped, and says that it is not forced', async () => {
  const history = ['Stopping', 'Executing'];
  expect((await stop('stop', { stop: 409 }, history)).answer).toEqual({});
  expect((await stop('force', { force_stop: 409 }, history)).answer.note).toMatch(
    /ended by the ordinary stop/u,
  );
});
