import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowFailedError, WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  passHeld,
  type ApprovalDecision,
  type ApprovalResult,
  type ArchiveInput,
  type PassResult,
} from '../../src/run/archive-contract.ts';
import {
  archiveApprovalWorkflowId,
  archiveBatchWorkflowId,
  archiveIntoWorkflowId,
  archiveScheduleId,
  taskQueue,
} from '../../src/temporal/names.ts';
import {
  archiveProgressQuery,
  decideDeletionsUpdate,
  deletionProposalQuery,
} from '../../workflows/archive-messages.ts';
import { openStoryStage, type StoryStage } from './story-stage.ts';
import {
  refusedBy,
  scriptArchive,
  untilCancelled,
  type ArchiveScript,
} from './scripted-archive.ts';

let stage: StoryStage;

beforeAll(async () => {
  stage = await openStoryStage([
    '--dynamic-config-value',
    'limit.historyCount.suggestContinueAsNew=100',
  ]);
});
afterAll(() => stage?.close());

const pace = { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 50 };
const firstPass = '2026-03-28T03:00:00.000Z';
const secondPass = '2026-03-29T03:00:00.000Z';

let archives = 0;

/** A scripted archive under a name of its own. */
function open(script: ArchiveScript, destinationKey?: string) {
  archives += 1;
  const archive = `archive-${archives}`;
  const scripted = scriptArchive(script, destinationKey ?? archive);
  stage.host(archive, scripted.activities);
  const { client } = stage.environment;
  const start = (passTime: string) =>
    client.workflow.start<(input: ArchiveInput) => Promise<PassResult>>('archiveWorkflow', {
      workflowId: `${archiveScheduleId(archive)}-${passTime.replaceAll(':', '-')}`,
      taskQueue,
      args: [{ archive, passTime, pace }],
    });
  return { ...scripted, archive, start, approval: () => approvalOf(archive) };
}

function approvalOf(archive: string) {
  return stage.environment.client.workflow.getHandle<() => Promise<ApprovalResult>>(
    archiveApprovalWorkflowId(archive),
  );
}

const decide = (archive: string, change: Partial<ApprovalDecision> = {}) =>
  approvalOf(archive).executeUpdate(decideDeletionsUpdate, {
    args: [{ passTime: firstPass, jobs: 20, decision: 'approve', by: 'ann', ...change }],
  });

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(30);
}

describe.concurrent('a pass of an archive', () => {
  it('selects, archives and proves in batches, writes crates, closes; it deletes nothing it was not told to', async () => {
    const { start, calls } = open({ selection: { batches: 2, studies: ['beam-1'] } });
    const result = await (await start(firstPass)).result();
    expect(result).toMatchObject({ passTime: firstPass, outcome: 'clean', proven: { jobs: 20 } });
    expect([...calls].sort()).toEqual(
      [
        ...['openPass', 'selectJobs', 'archiveJobs 1', 'archiveJobs 2', 'proveJobs 1'],
        ...['proveJobs 2', 'archiveStudy beam-1', 'closePass'],
      ].sort(),
    );
    expect(calls.at(-1)).toBe('closePass');
  });

  it('goes on past a batch and a study that are lost, and says so', async () => {
    const { start, calls, closed } = open({
      selection: { batches: 3, studies: ['beam-1', 'beam-2'] },
      before(call) {
        if (call === 'archiveJobs 2') throw refusedBy('the disk is full');
        if (call === 'archiveStudy beam-1') throw refusedBy('its snapshot is damaged');
      },
    });
    const result = await (await start(firstPass)).result();
    expect(result).toMatchObject({ outcome: 'troubled', archived: { jobs: 20, failed: 2 } });
    expect(closed[0]?.notes).toEqual([
      'Batch 2 of 3 was lost: the disk is full. Its jobs come again in the next pass.',
      'Study beam-1 could not be archived: its snapshot is damaged.',
    ]);
    expect(calls).toContain('archiveStudy beam-2');
  });

  it('ends as skipped where the archive is paused before it begins to work, and deletes nothing where it is paused later', async () => {
    const held = (): never => {
      throw ApplicationFailure.nonRetryable('The archive is paused', passHeld);
    };
    const waited = open({ before: (call) => (call === 'selectJobs' ? held() : undefined) });
    expect(await (await waited.start(firstPass)).result()).toMatchObject({
      ...{ outcome: 'skipped', notes: ['The archive is paused'], archived: { jobs: 0 } },
    });
    expect(waited.calls).not.toContain('closePass');
    const working = open({
      order: { deleteJobs: true },
      before: (call) => (call === 'planDeletions' ? held() : undefined),
    });
    expect(await (await working.start(firstPass)).result()).toMatchObject({
      ...{ outcome: 'clean', deleted: { jobs: 0, failed: 0 } },
      notes: ['Nothing was deleted: The archive is paused. A later pass looks again.'],
    });
    expect(working.calls).not.toContain('deleteJobs 1');
  });

  it('archives some batches side by side, continues as new, and does each once', async () => {
    const { start, calls, archive, widest } = open({
      selection: { batches: 20 },
      // None ends before a second one has begun.
      before: (call) =>
        call.startsWith('archiveJobs')
          ? until(() => calls.filter((one) => one.startsWith('archiveJobs')).length > 1)
          : undefined,
    });
    const result = await (await start(firstPass)).result();
    expect(result).toMatchObject({ outcome: 'clean', proven: { jobs: 200 } });
    for (let batch = 1; batch <= 20; batch += 1) {
      expect(calls.filter((call) => call === `archiveJobs ${batch}`)).toHaveLength(1);
    }
    expect(widest()).toBeGreaterThan(1);
    expect(widest()).toBeLessThanOrEqual(4);
    const { client } = stage.environment;
    const executions: string[] = [];
    const query = `WorkflowId = '${archiveIntoWorkflowId(archive)}'`;
    for await (const { status } of client.workflow.list({ query })) executions.push(status.name);
    expect(executions.filter((status) => status === 'CONTINUED_AS_NEW').length).toBeGreaterThan(0);
  });

  it('gives a destination one writer: the second pass waits for the first', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const order: string[] = [];
    const script = (name: string): ArchiveScript => ({
      async before(call) {
        if (call === 'archiveJobs 1') order.push(name);
        if (call === 'archiveJobs 1' && name === 'first') await held;
      },
    });
    const first = open(script('first'), 'shared');
    const second = open(script('second'), 'shared');
    const one = await first.start(firstPass);
    await until(() => order.length === 1);
    const other = await second.start(firstPass);
    await until(() => second.calls.includes('openPass'));
    await delay(300);
    expect(second.calls).toEqual(['openPass']);
    release();
    await Promise.all([one.result(), other.result()]);
    expect(order).toEqual(['first', 'second']);
  });

  it('answers how far it is, under the destination’s own id', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { start, archive, calls } = open({
      selection: { batches: 2 },
      before: (call) => (call === 'proveJobs 2' ? held : undefined),
    });
    const pass = await start(firstPass);
    await until(() => calls.includes('proveJobs 2') && calls.includes('proveJobs 1'));
    const into = stage.environment.client.workflow.getHandle(archiveIntoWorkflowId(archive));
    const isBooked = async () => (await into.query(archiveProgressQuery)).progress.proven.jobs > 0;
    await until(isBooked);
    expect(await into.query(archiveProgressQuery)).toMatchObject({
      archive,
      passTime: firstPass,
      work: 'archive',
      progress: { phase: 'archiving', proven: { jobs: 10 } },
    });
    release();
    await pass.result();
  });

  it('cancelled, ends its batches, deletes nothing, and writes its report; a later pass goes on', async () => {
    let endless = true;
    const { start, calls, closed } = open({
      order: { deleteJobs: true },
      before: (call) => (call === 'archiveJobs 1' && endless ? untilCancelled() : undefined),
    });
    const pass = await start(firstPass);
    await until(() => calls.includes('archiveJobs 1'));
    await pass.cancel();
    await expect(pass.result()).rejects.toThrow(WorkflowFailedError);
    expect(calls).toEqual(['openPass', 'selectJobs', 'archiveJobs 1', 'closePass']);
    expect(closed[0]?.notes).toEqual([
      'The pass was cancelled while archiving; a later pass continues.',
    ]);
    endless = false;
    expect(await (await start(secondPass)).result()).toMatchObject({ outcome: 'clean' });
  });

  it('terminated, leaves no batch behind that works on, and the same pass can come again', async () => {
    let endless = true;
    const { start, calls, archive } = open({
      before: (call) => (call === 'archiveJobs 1' && endless ? untilCancelled() : undefined),
    });
    const pass = await start(firstPass);
    await until(() => calls.includes('archiveJobs 1'));
    await pass.terminate();
    const { client } = stage.environment;
    const batch = client.workflow.getHandle(archiveBatchWorkflowId(archive, firstPass, 1));
    await until(async () => (await batch.describe()).status.name === 'TERMINATED');
    endless = false;
    expect(await (await start(firstPass)).result()).toMatchObject({ outcome: 'clean' });
  });

  it('that can’t choose its jobs ends with the reason and what is kept', async () => {
    const { start } = open({
      before(call) {
        if (call === 'selectJobs') throw refusedBy('another engine writes into this destination');
      },
    });
    const failure: unknown = await (
      await start(firstPass)
    )
      .result()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WorkflowFailedError);
    expect((failure as WorkflowFailedError).cause?.message).toMatch(
      /another engine writes into this destination.*nothing unproven was deleted; the next pass continues/,
    );
  });
});

describe.concurrent('deletions', () => {
  it('come after everything else, batch by batch, where the order allows them', async () => {
    const { start, calls } = open({ order: { deleteJobs: true } });
    const result = await (await start(firstPass)).result();
    expect(result).toMatchObject({ outcome: 'clean', deleted: { jobs: 20 } });
    expect(calls.slice(-4)).toEqual(['planDeletions', 'deleteJobs 1', 'deleteJobs 2', 'closePass']);
  });

  it('that fail leave the other batches to go on', async () => {
    const { start, closed } = open({
      order: { deleteJobs: true },
      before(call) {
        if (call === 'deleteJobs 1') throw refusedBy('no answer');
      },
    });
    expect(await (await start(firstPass)).result()).toMatchObject({
      outcome: 'troubled',
      deleted: { jobs: 10, failed: 1 },
    });
    expect(closed[0]?.notes).toEqual(['Batch 1 of the deletions ended early: no answer.']);
  });

  it('wait for a person where the order says so; a word about anything else is refused', async () => {
    const asking = open({ order: { deleteJobs: true, approve: true } });
    const { archive, calls, decisions } = asking;
    await (await asking.start(firstPass)).result();
    expect(calls).not.toContain('deleteJobs 1');
    expect(await asking.approval().query(deletionProposalQuery)).toMatchObject({
      state: 'waiting',
      plan: { jobs: 20 },
    });
    await expect(decide(archive, { jobs: 19 })).rejects.toThrow(WorkflowUpdateFailedError);
    await expect(decide(archive, { passTime: secondPass })).rejects.toThrow(
      WorkflowUpdateFailedError,
    );
    expect(decisions).toEqual([]);
    await decide(archive);
    expect(decisions).toMatchObject([{ by: 'ann', decision: 'approve' }]);
    expect(await asking.approval().result()).toMatchObject({
      outcome: 'approved',
      result: { deleted: { jobs: 20 } },
    });
    expect(calls.filter((call) => call === 'deleteJobs 2')).toHaveLength(1);
    expect(calls.filter((call) => call === 'archiveJobs 1')).toHaveLength(1);
  });

  it('that are declined are not done', async () => {
    const asking = open({ order: { deleteJobs: true, approve: true } });
    await (await asking.start(firstPass)).result();
    await decide(asking.archive, { decision: 'decline' });
    expect(await asking.approval().result()).toMatchObject({ outcome: 'declined' });
    expect(asking.calls.some((call) => call.startsWith('deleteJobs'))).toBe(false);
  });

  it('of a later pass take the place of what waits, and an answer to the old question is refused', async () => {
    const asking = open({ order: { deleteJobs: true, approve: true } });
    await (await asking.start(firstPass)).result();
    await (await asking.start(secondPass)).result();
    const proposed = async () => (await asking.approval().query(deletionProposalQuery)).passTime;
    await until(async () => (await proposed()) === secondPass);
    await expect(decide(asking.archive)).rejects.toThrow(WorkflowUpdateFailedError);
    await decide(asking.archive, { passTime: secondPass });
    expect(await asking.approval().result()).toMatchObject({
      outcome: 'approved',
      passTime: secondPass,
    });
  });

  it('are taken back when a later pass has none', async () => {
    const plans = [{ jobs: 20, bytes: 1, batches: 2 }];
    const script = {
      order: { deleteJobs: true, approve: true },
      get plan() {
        return plans.shift() ?? { jobs: 0, bytes: 0, batches: 0 };
      },
    };
    const asking = open(script);
    await (await asking.start(firstPass)).result();
    await (await asking.start(secondPass)).result();
    expect(await asking.approval().result()).toMatchObject({ outcome: 'withdrawn' });
  });
});
