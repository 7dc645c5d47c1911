import { WorkflowNotFoundError } from '@temporalio/client';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CommandContext } from '../../../src/cli/context.ts';
import type { Engine } from '../../../src/cli/engine/open-engine.ts';
import type { PlannedStoredStudy } from '../../../src/cli/studies/open-stored-study.ts';
import { takeUpStudy } from '../../../src/cli/studies/take-up-study.ts';
import { openStore } from '../../../src/store/index.ts';
import { storedStudy } from './stored-studies.ts';

const studyId = 'beam-20260101-000000';
const planned = storedStudy(studyId, 'beam') as unknown as PlannedStoredStudy;

/** A Temporal whose workflow `study-beam` is open with this memo. */
function engineWith(memo: Readonly<Record<string, unknown>>, taskQueue = 'doeflow'): Engine {
  const describeWorkflow = () =>
    Promise.resolve({ status: { name: 'RUNNING' }, memo, taskQueue, startTime: new Date() });
  const temporalClient = { workflow: { getHandle: () => ({ describe: describeWorkflow }) } };
  const connection = { options: { address: '127.0.0.1:7233' } };
  return { temporalClient, connection, namespace: 'default' } as unknown as Engine;
}

function contextOf(signal = new AbortController().signal): CommandContext {
  return { interrupt: { signal } } as unknown as CommandContext;
}

describe('a study that is to be taken up', () => {
  it('is refused where somebody without the key holds its workflow id, with the command that ends it', async () => {
    await expect(takeUpStudy(contextOf(), engineWith({}), planned)).rejects.toMatchObject({
      code: 'USAGE_UNSEALED',
      exitCode: 5,
      hint: expect.stringContaining(
        'temporal workflow terminate --workflow-id study-beam',
      ) as string,
    });
  });

  it('is refused where a copy of its memo lies on the task queue of somebody else', async () => {
    const engine = engineWith({ studyId }, 'of-somebody');
    await expect(takeUpStudy(contextOf(), engine, planned)).rejects.toMatchObject({
      code: 'USAGE_UNSEALED',
    });
  });

  it('is refused where another study of its name is open, and joined where it is open itself', async () => {
    const other = engineWith({ studyId: 'beam-20260202-000000' });
    await expect(takeUpStudy(contextOf(), other, planned)).rejects.toMatchObject({
      code: 'USAGE_OTHER_STUDY_OPEN',
      exitCode: 5,
    });
    expect(await takeUpStudy(contextOf(), engineWith({ studyId }), planned)).toBeUndefined();
  });

  it('is given up by an interruption, and after five times', async () => {
    const engine = engineWith({ studyId });
    await expect(
      takeUpStudy(contextOf(AbortSignal.abort()), engine, planned),
    ).rejects.toMatchObject({ code: 'USAGE_INTERRUPTED', exitCode: 130 });
    await expect(takeUpStudy(contextOf(), engine, planned, { before: 5 })).rejects.toMatchObject({
      code: 'USAGE_TAKEN_UP_IN_VAIN',
      exitCode: 5,
    });
  });

  it('of which this Temporal knows nothing is stopped without a question, and runs nothing before one', async () => {
    const root = mkdtempSync(join(tmpdir(), 'doeflow-take-up-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const store = await openStore(root);
    const gone = new WorkflowNotFoundError('workflow not found', 'study-beam', undefined);
    const getHandle = () => ({ describe: () => Promise.reject(gone) });
    const engine = {
      ...{ store, namespace: 'default', embedded: false },
      settings: { temporal: { address: '127.0.0.1:7233' } },
      temporalClient: { workflow: { getHandle } },
    } as unknown as Engine;
    const context = {
      ...{ interrupt: { signal: new AbortController().signal }, now: () => new Date() },
      ...{ output: { note: () => undefined }, interactive: false, env: {} },
    } as unknown as CommandContext;
    await expect(takeUpStudy(context, engine, planned)).rejects.toMatchObject({
      code: 'USAGE_STUDY_LOST',
      exitCode: 5,
    });
    // This store has no record of it that a workflow could be started by: it came that far.
    await expect(takeUpStudy(context, engine, planned, { stop: 'stop' })).rejects.toMatchObject({
      code: 'USAGE_STUDY_NOT_FOUND',
    });
  });
});
