/** A workflow whose replay gives other commands than its history has, on a real Temporal server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import {
  bundleWorkflowCode,
  DefaultLogger,
  Runtime,
  Worker,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import type { Logger } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sealing } from '../../src/sealing/index.ts';
import { SealedClient } from '../../src/sealing/sealed-client.ts';
import { taskQueue } from '../../src/temporal/names.ts';
import { keepWorkflowsGoing } from '../../worker/keep-workflows-going.ts';
import { findTestServer } from '../kit/find-test-server.ts';
import { sealingOf } from '../kit/sealing-of.ts';
import { sealedWorkerOptions } from '../../worker/sealed-activities.ts';
import { waitFor } from '../kit/processes.ts';

let environment: TestWorkflowEnvironment;
let sealing: Sealing;
let client: SealedClient;
const home = mkdtempSync(join(tmpdir(), 'doeflow-kept-going-'));
let steps = 0;
const warned: string[] = [];
const log = {
  warn: (_facts: unknown, words: string) => void warned.push(words),
} as unknown as Logger;

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const path = await findTestServer();
  environment = await TestWorkflowEnvironment.createLocal({
    server: { executable: { type: 'existing-path', path } },
  });
  sealing = await sealingOf(home);
  const { connection, namespace = 'default' } = environment;
  client = new SealedClient(sealing, { connection, namespace });
});
afterAll(async () => {
  await environment.teardown();
  rmSync(home, { recursive: true });
});

const interceptors = fileURLToPath(
  new URL('../../workflows/sealing/interceptors.ts', import.meta.url),
);

const bundleOf = (file: string): Promise<WorkflowBundleWithSourceMap> =>
  bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL(`./orders/${file}`, import.meta.url)),
    workflowInterceptorModules: [interceptors],
    logger: new DefaultLogger('ERROR'),
  });

/** Does the work while a worker of this build runs these workflows. */
async function withWorker(file: string, build: string, work: () => Promise<void>): Promise<void> {
  const worker = await Worker.create({
    ...sealedWorkerOptions(sealing),
    ...{ connection: environment.nativeConnection, taskQueue, buildId: build },
    workflowBundle: await bundleOf(file),
    activities: {
      step() {
        steps += 1;
      },
    },
  });
  await worker.runUntil(work);
}

describe('a workflow that no worker can replay', () => {
  it('is set back, keeps what it was told, and gives its result to who waits for it', async () => {
    const { workflow } = client;
    const handle = await workflow.start('studyWorkflow', { workflowId: 'study-one', taskQueue });
    await withWorker('as-done.ts', 'one', async () => {
      await waitFor('the step', () => steps === 1);
      await handle.signal('word', 'before');
      await waitFor('its time', async () => {
        const { events } = await handle.fetchHistory();
        return events?.some((event) => event.timerFiredEventAttributes != null) === true;
      });
    });
    await handle.signal('word', 'after');
    const ending = new AbortController();
    await withWorker('as-replayed.ts', 'one', async () => {
      const { signal } = ending;
      const looks = keepWorkflowsGoing({ client, log, signal, everyMs: 200, fromTry: 2 });
      expect(await handle.result()).toEqual(['before', 'after']);
      ending.abort();
      await looks;
    });
    expect(steps).toBe(2);
    expect(warned).toEqual([
      expect.stringMatching(/^Workflow study-one was set back to event \d+, as no replay of it/u),
    ]);
    const { events } = await workflow
      .getHandle('study-one', handle.firstExecutionRunId)
      .fetchHistory();
    const { workflowExecutionTerminatedEventAttributes: end } = events?.at(-1) ?? {};
    expect(end?.reason).toContain('Set back by doeflow’s worker');
  });

  it('is left alone where another version made the step', async () => {
    const { workflow } = client;
    const handle = await workflow.start('studyWorkflow', { workflowId: 'study-two', taskQueue });
    const before = steps;
    await withWorker('as-done.ts', 'one', () =>
      waitFor('the step', () => steps === before + 1).then(() => undefined),
    );
    await handle.signal('word', 'wakes it');
    const ending = new AbortController();
    warned.length = 0;
    await withWorker('as-replayed.ts', 'two', async () => {
      const { signal } = ending;
      const looks = keepWorkflowsGoing({ client, log, signal, everyMs: 200, fromTry: 2 });
      await waitFor('the word on it', () => warned.length > 0);
      ending.abort();
      await looks;
    });
    expect(warned).toEqual([
      expect.stringMatching(
        /^Workflow study-two can’t go on, and is left to a person: event \d+ was made by another version/u,
      ),
    ]);
    expect((await handle.describe()).runId).toBe(handle.firstExecutionRunId);
    await handle.terminate();
  });
});
