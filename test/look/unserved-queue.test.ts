import { describe, expect, it } from 'vitest';
import { troubleOfUnserved } from '../../src/look/unserved-queue.ts';
import type { PendingActivity } from '../../src/look/pending-activities.ts';

const now = new Date('2026-11-28T10:00:00Z');
const seconds = (ago: number) => ({ seconds: now.getTime() / 1000 - ago });
const waiting = (ago: number, queue = 'doeflow-transfer'): PendingActivity => ({
  ...{ state: 1, attempt: 1, scheduledTime: seconds(ago) },
  activityOptions: { taskQueue: { name: queue } },
});

/** A server with these pollers, each by the seconds since its last poll. */
const server = (...polls: readonly number[]) => {
  const asked: unknown[] = [];
  const workflowService = {
    describeTaskQueue: async (question: unknown) => {
      asked.push(question);
      const since = Date.now() / 1000;
      return {
        pollers: polls.map((ago) => ({ identity: 'w', lastAccessTime: { seconds: since - ago } })),
      };
    },
  };
  const client = { connection: { workflowService }, options: { namespace: 'n' } };
  return { asked, client: client as unknown as Parameters<typeof troubleOfUnserved>[0] };
};

describe('a step that waits for its files', () => {
  it('says that no worker of files is there, and since when', async () => {
    const { client } = server(120);
    const trouble = await troubleOfUnserved(client, [waiting(40), waiting(90)], now);
    expect(trouble).toMatchObject({
      ...{ code: 'STEP_UNSERVED', waitingFor: 'a worker of files, as none is there' },
      since: '2026-11-28T09:58:30.000Z',
    });
    expect(trouble?.whatToDo).toContain('doeflow worker --queues transfer');
  });

  it('says nothing while a worker is there, all of whose slots are taken', async () => {
    const { client } = server(120, 20);
    expect(await troubleOfUnserved(client, [waiting(90)], now)).toBeUndefined();
  });

  it('asks the server only where one of that queue has waited for long', async () => {
    const { client, asked } = server();
    const rests = { ...waiting(90), nextAttemptScheduleTime: seconds(-2) };
    const taken = { ...waiting(90), state: 2 };
    const steps = [waiting(2), waiting(90, 'doeflow'), rests, taken];
    expect(await troubleOfUnserved(client, steps, now)).toBeUndefined();
    expect(asked).toEqual([]);
  });
});
