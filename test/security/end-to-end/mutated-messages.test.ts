/** Somebody who reaches the Temporal server sends what the engine wouldn't: on a real server, with scripted activities and no codec in the way. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  archiveApprovalWorkflowId,
  archiveScheduleId,
  clusterWorkflowId,
  jobWorkflowId,
  studyWorkflowId,
  taskQueue,
} from '../../../src/temporal/names.ts';
import { deletionProposalQuery } from '../../../workflows/archive-messages.ts';
import type { WorkflowInputs } from '../../../workflows/guards/input-guards.ts';
import { progressQuery } from '../../../workflows/messages.ts';
import { goodInputs, goodMessages } from '../../kit/good-messages.ts';
import { mutations } from '../../kit/mutations.ts';
import { scriptArchive } from '../../workflows/scripted-archive.ts';
import { openStoryStage, type StoryStage } from '../../workflows/story-stage.ts';

const passTime = '2026-03-29T03:00:00.000Z';
const pace = { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 200 };

let stage: StoryStage;
beforeAll(async () => {
  stage = await openStoryStage();
});
afterAll(() => stage?.close());

/** Sends all, some at the same time, and gives back the answers that weren't expected. */
async function sendAll<T>(
  values: readonly T[],
  send: (value: T) => Promise<unknown>,
  width = 20,
): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (let first = 0; first < values.length; first += width) {
    answers.push(...(await Promise.all(values.slice(first, first + width).map(send))));
  }
  return answers.filter((answer) => answer !== undefined);
}

/** Nothing where the answer was that the message is bad, the answer else. */
async function unlessBad(answer: Promise<unknown>): Promise<unknown> {
  try {
    return { taken: await answer };
  } catch (error) {
    const { cause = error } = error as Error;
    const isBad = (cause as { readonly type?: string }).type === 'BAD_MESSAGE';
    return isBad ? undefined : { thrown: String(cause) };
  }
}

describe('a stranger who sends messages', { timeout: 120_000 }, () => {
  it('starts nothing, ends nothing and changes nothing; the study beside ends well', async () => {
    const { client } = stage.environment;
    const archive = scriptArchive({ order: { deleteJobs: true, approve: true } }, 'attacked');
    stage.host('attacked', archive.activities);
    await client.workflow.execute('archiveWorkflow', {
      workflowId: `${archiveScheduleId('attacked')}-pass`,
      taskQueue,
      args: [{ archive: 'attacked', passTime, pace }],
    });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    onTestFinished(() => release());
    let isHeld = false;
    const asked: string[] = [];
    const played = stage.play({
      name: 'victim',
      script: {
        plan: { cluster: { kind: 'own', name: 'shared' } },
        async before(name) {
          asked.push(name);
          if (name !== 'collectJob') return;
          isHeld = true;
          await released;
        },
      },
    });
    while (!isHeld) await delay(30);

    const study = client.workflow.getHandle(studyWorkflowId('victim'));
    const job = client.workflow.getHandle(jobWorkflowId('victim', 1));
    const cluster = client.workflow.getHandle(clusterWorkflowId('shared-victim'));
    const approval = client.workflow.getHandle(archiveApprovalWorkflowId('attacked'));
    const before = await study.query(progressQuery);
    const askedBefore = archive.calls.length;

    const starts = (Object.keys(goodInputs) as (keyof WorkflowInputs)[]).flatMap((type) =>
      mutations(goodInputs[type], 12, 3).map(({ how, value }) => ({ type, how, value })),
    );
    const begun = await sendAll(starts, async ({ type, how, value }) => {
      const workflowId = `attack-${randomUUID()}`;
      const options = { workflowId, taskQueue, args: [value] };
      const outcome = await unlessBad(client.workflow.execute(type, options));
      return outcome === undefined ? undefined : { type, how, outcome };
    });
    expect(begun).toEqual([]);

    const updates = [
      { to: study, name: 'stop', sample: goodMessages.stopStudyUpdate },
      { to: study, name: 'retry', sample: goodMessages.retryStudyUpdate },
      { to: approval, name: 'decideDeletions', sample: goodMessages.decideDeletionsUpdate },
    ].flatMap(({ to, name, sample }) =>
      mutations(sample, 12, 4).map(({ how, value }) => ({ to, name, how, value })),
    );
    const taken = await sendAll(
      updates,
      async ({ to, name, how, value }) => {
        const outcome = await unlessBad(to.executeUpdate(name, { args: [value] }));
        return outcome === undefined ? undefined : { name, how, outcome };
      },
      // The server takes ten of a workflow at a time, and aborts others.
      4,
    );
    expect(taken).toEqual([]);

    const signals = [
      { to: study, name: 'jobEnded', sample: goodMessages.jobEndedSignal },
      { to: study, name: 'jobProgress', sample: goodMessages.jobProgressSignal },
      { to: study, name: 'clusterNews', sample: goodMessages.clusterNewsSignal },
      { to: job, name: 'platformStatus', sample: goodMessages.platformStatusSignal },
      { to: job, name: 'stopJob', sample: goodMessages.stopJobSignal },
      { to: cluster, name: 'borrowCluster', sample: goodMessages.borrowClusterSignal },
      { to: cluster, name: 'returnCluster', sample: goodMessages.returnClusterSignal },
      { to: approval, name: 'newProposal', sample: goodMessages.newProposalSignal },
    ].flatMap(({ to, name, sample }) =>
      mutations(sample, 40, 5).map(({ value }) => ({ to, name, value })),
    );
    await sendAll(signals, ({ to, name, value }) => to.signal(name, value));
    // Whole, but of another study of the same name: it must neither end the jobs of this one nor take its cluster away.
    const ended = { outcome: 'refused', change: { done: 0, failed: 10, failures: [] } };
    const stray = { ...ended, jobNumber: 1, retryable: 0, studyId: 'victim-of-yesterday' };
    await study.signal('jobEnded', stray);
    const { studyId } = stray;
    await cluster.signal('returnCluster', { studyWorkflowId: studyWorkflowId('victim'), studyId });

    const { notes, ...after } = await study.query(progressQuery);
    expect({ ...after, notes: [] }).toEqual({ ...before, notes: [] });
    const told = notes.filter((note) => note.startsWith('Dropped what claimed to be'));
    expect(told).toHaveLength(3);
    expect(await approval.query(deletionProposalQuery)).toMatchObject({
      ...{ state: 'waiting', passTime, plan: { jobs: 20 } },
    });
    expect([archive.calls.slice(askedBefore), archive.decisions]).toEqual([[], []]);

    // Long enough for the cluster's workflow to have ended it.
    await delay(500);
    expect(asked).not.toContain('shutdownCluster');

    release();
    const { result, calls } = await played;
    expect([result.state, result.runs]).toMatchObject(['Finished', { done: 10, failed: 0 }]);
    expect(calls.filter((call) => /submit|stop|refuse|withdraw|createJob/u.test(call))).toEqual([
      'createJob 1',
      'submitJob job-1',
    ]);
    expect((await stage.play({ name: 'later', script: {} })).result.state).toBe('Finished');
  });
});
