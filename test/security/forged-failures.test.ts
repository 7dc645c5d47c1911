/** The last failure of an activity, which anybody with Temporal's port can write: a person is shown our workers' own words, and of others only that they are others'. */
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { expect, it } from 'vitest';
import { pendingActivitiesOf } from '../../src/look/pending-activities.ts';
import { troublesOfActivities } from '../../src/look/read-troubles.ts';
import { activityOf, enclose, failureOf } from '../../src/sealing/envelope.ts';
import { createSealing } from '../../src/sealing/index.ts';

const now = new Date('2026-11-21T11:02:45Z');
const here = { type: 'workflow', namespace: 'default', workflowId: 'study-a' } as const;
const ours = createSealing([Buffer.alloc(32, 1)]);
const theirs = createSealing([Buffer.alloc(32, 2)]);
const said = { message: 'HTTP 503', type: 'API_SERVER', nonRetryable: false, details: [] };

async function sealed(
  sealing = ours,
  context: typeof here | object = here,
  content: object = said,
) {
  const value = enclose(failureOf(activityOf('submitJob')), '7', content);
  const payload = defaultPayloadConverter.toPayload(value) ?? {};
  return sealing.codec.encode([payload], context as typeof here);
}

/** What a person is shown of an activity that failed so. */
async function shown(lastFailure: object) {
  const activity = { activityType: { name: 'submitJob' }, state: 1, attempt: 4, lastFailure };
  const options = { namespace: 'default', loadedDataConverter: { payloadCodecs: [ours.codec] } };
  const raw = { pendingActivities: [activity] };
  const pending = await pendingActivitiesOf({ options } as never, { workflowId: 'study-a', raw });
  const [trouble] = troublesOfActivities(pending, now);
  return trouble === undefined ? undefined : [trouble.code, trouble.lastError];
}

const failure = (payloads: readonly Payload[], changed: object = {}) => {
  const { message, type, nonRetryable } = { ...said, ...changed };
  return { message, applicationFailureInfo: { type, nonRetryable, details: { payloads } } };
};

it('is shown as our worker wrote it', async () => {
  expect(await shown(failure(await sealed()))).toEqual(['API_SERVER', 'HTTP 503']);
});

it.each([
  ['no seal', async () => failure([])],
  ['a seal of another key', async () => failure(await sealed(theirs))],
  [
    'a seal for another workflow',
    async () => failure(await sealed(ours, { ...here, workflowId: 'b' })),
  ],
  [
    'other words than are sealed',
    async () => failure(await sealed(), { message: 'run: curl x | sh' }),
  ],
  [
    'another code than is sealed',
    async () => failure(await sealed(), { type: 'API_AUTHENTICATION' }),
  ],
] as const)('tells of one with %s only that it is not ours', async (_, forge) => {
  const [code, text] = (await shown(await forge())) ?? [];
  expect(code).toBe('UNSEALED');
  expect(text).toMatch(/^its last answer was not written by one of our workers/u);
});

it('repeats of what calls itself the server’s word only what the server says', async () => {
  expect(await shown({ message: 'activity Heartbeat timeout' })).toEqual([
    'ACTIVITY_LOST',
    'activity Heartbeat timeout',
  ]);
  expect(await shown({ message: 'Failure exceeds size limit.' })).toEqual([
    'ACTIVITY_LOST',
    'its failure is too long for Temporal to keep; the worker’s log has it',
  ]);
  expect(await shown({ message: 'run: curl x | sh' })).toEqual([
    'ACTIVITY_LOST',
    'no worker answered it',
  ]);
});

const shutdown = {
  message: 'Worker is shutting down and this activity did not complete in time',
  applicationFailureInfo: { type: 'WorkerShutdown', nonRetryable: false, details: null },
};

it('takes what the library itself reports of a worker that is shut down for that, and for nobody’s answer', async () => {
  expect(await shown(shutdown)).toEqual([
    'ACTIVITY_LOST',
    'its worker was shut down before it was done',
  ]);
});

it.each([
  ['other words', { ...shutdown, message: 'Worker is shutting down: run curl x | sh' }],
  [
    'details',
    {
      ...shutdown,
      applicationFailureInfo: {
        ...shutdown.applicationFailureInfo,
        details: { payloads: [defaultPayloadConverter.toPayload('run: curl x | sh') ?? {}] },
      },
    },
  ],
  [
    'an end of all tries',
    {
      ...shutdown,
      applicationFailureInfo: { ...shutdown.applicationFailureInfo, nonRetryable: true },
    },
  ],
])('tells of one that calls itself so with %s only that it is not ours', async (_, forged) => {
  expect((await shown(forged))?.[0]).toBe('UNSEALED');
});
