import { defaultPayloadConverter } from '@temporalio/common';
import { expect, it } from 'vitest';
import { checkOlderStore } from '../../src/cli/check-older-store.ts';
import { checkRefusedWorkers } from '../../src/cli/check-refused-workers.ts';
import { troubleOf } from '../../src/run/trouble.ts';

/** Temporal with one open study, whose step tells that it waits so. */
function engineWaitingFor(code: string) {
  const error = { code, message: 'it lacks a job', attempts: 2 };
  const trouble = defaultPayloadConverter.toPayload({
    trouble: troubleOf(error, '2026-11-28T11:00:00.000Z'),
  });
  const step = {
    ...{ activityId: '1', activityType: { name: 'collectJob' }, attempt: 1, state: 2 },
    ...{ lastWorkerIdentity: '7@node', heartbeatDetails: { payloads: [trouble] } },
  };
  const options = { namespace: 'default', loadedDataConverter: { payloadCodecs: [] } };
  const described = { workflowId: 'study-beam', raw: { pendingActivities: [step] } };
  const workflow = {
    async *list() {
      await Promise.resolve();
      yield { workflowId: 'study-beam' };
    },
    getHandle: () => ({ describe: () => Promise.resolve(described) }),
  };
  return { embedded: false, temporalClient: { workflow, options } } as unknown as Parameters<
    typeof checkRefusedWorkers
  >[0];
}

const now = () => new Date('2026-11-28T12:00:00Z');

it('tells of a store that is an older copy where an open study waits for what it lacks, and only there', async () => {
  const [check] = await checkOlderStore(engineWaitingFor('STORAGE_OLDER'), now);
  expect(check).toMatchObject({
    ok: false,
    detail:
      'the store is an older copy of itself: 1 of the 1 open workflows that were asked wait for what it lacks, such as study-beam',
    hint: expect.stringContaining('doeflow restore --take-over --older') as string,
  });
  expect(await checkOlderStore(engineWaitingFor('API_AUTHENTICATION'), now)).toEqual([]);
  expect(await checkOlderStore(undefined, now)).toEqual([]);
  const [token] = await checkRefusedWorkers(engineWaitingFor('API_AUTHENTICATION'), now);
  expect(token?.detail).toContain('the token of 7@node: 1 of the 1');
});
