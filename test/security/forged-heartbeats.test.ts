/** What a try of an activity takes from the heartbeat of an earlier one, which anybody with the port can write: when its trouble began, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, it } from 'vitest';
import { asActivity } from '../../activities/as-activity.ts';
import { heartbeatDetailsOf, pendingActivitiesOf } from '../../src/look/pending-activities.ts';
import { ConnectionError } from '../../src/platform-api/index.ts';
import { readTrouble } from '../../src/run/trouble.ts';
import { createSealing } from '../../src/sealing/index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = { type: 'workflow', namespace: 'default', workflowId: 'study-a' } as const;
const ours = createSealing([Buffer.alloc(32, 1)]);
const theirs = createSealing([Buffer.alloc(32, 2)]);
const since = '2020-01-01T00:00:00.000Z';
const trouble = {
  ...{ waitingFor: 'the platform', since, attempts: 7, lastError: 'x', code: 'API_CONNECTION' },
  whatToDo: 'x',
};
const payloadOf = (value: unknown): Payload => defaultPayloadConverter.toPayload(value) ?? {};

let studies = 0;

/** A second try that fails: what it was given, and since when its trouble is, as it says. */
async function secondTry(heartbeatDetails: unknown) {
  const info = { startToCloseTimeoutMs: 120_000, attempt: 2, heartbeatDetails };
  const environment = new MockActivityEnvironment(info);
  const told: unknown[] = [];
  environment.on('heartbeat', (detail: unknown) => told.push(readTrouble(detail)));
  const given: unknown[] = [];
  const work = (input: unknown): Promise<never> => {
    given.push(input);
    return Promise.reject(new ConnectionError('ECONNREFUSED', { method: 'GET', path: '/' }));
  };
  const checkToken = () => Promise.resolve();
  const activity = asActivity(work, { repeatable: false, dispensable: false, checkToken });
  // What one study met isn't told as another one's.
  const input = { studyId: `study-${(studies += 1)}`, jobId: 'own' };
  await expect(environment.run(activity, input)).rejects.toThrow('ECONNREFUSED');
  expect(given).toEqual([input]);
  return told[0];
}

/** As the SDK hands a heartbeat to the next try. */
async function decoded(payload: Payload): Promise<unknown> {
  const [open = {}] = await ours.codec.decode([payload], here);
  return defaultPayloadConverter.fromPayload(open);
}

const begunMs = Date.now();

/** Of the try itself, and of nothing before it. */
function expectFresh(told: unknown): void {
  expect(told).toMatchObject({ waitingFor: 'the platform', attempts: 1 });
  expect(Date.parse((told as typeof trouble).since)).toBeGreaterThanOrEqual(begunMs);
}

it('is taken from a heartbeat of our own: since when, and how often', async () => {
  const [payload = {}] = await ours.codec.encode([payloadOf({ trouble })], here);
  expect(await secondTry(await decoded(payload))).toMatchObject({ since, attempts: 8 });
});

it.each([
  ['without a seal', () => payloadOf({ trouble })],
  ['with the seal of another key', () => sealedBy(theirs, here)],
  ['with a seal for another workflow', () => sealedBy(ours, { ...here, workflowId: 'study-b' })],
  [
    'that is no JSON',
    () => ({ metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('{') }),
  ],
  ['without anything', () => ({})],
] as const)('is not taken from one %s, neither by the try nor by who looks', async (_, forge) => {
  const payload = await forge();
  expectFresh(await secondTry(await decoded(payload)));
  const options = { namespace: 'default', loadedDataConverter: { payloadCodecs: [ours.codec] } };
  const raw = { pendingActivities: [{ heartbeatDetails: { payloads: [payload] } }] };
  const pending = await pendingActivitiesOf({ options } as never, { workflowId: 'study-a', raw });
  expect(heartbeatDetailsOf(pending).map(readTrouble)).toEqual([undefined]);
});

it.each([
  undefined,
  null,
  7,
  'text',
  [{ trouble }],
  { purpose: 'signal x', request: '1', content: { trouble } },
  { jobs: [{ jobId: '../x' }], position: 9, jobId: 'theirs', page: 1e308 },
  { trouble: { ...trouble, since: 'yesterday' } },
  { trouble: { ...trouble, since: '1 Jan 1970' } },
  { trouble: { ...trouble, since: 0 } },
  { trouble: { ...trouble, attempts: '7' } },
  { trouble: { ...trouble, attempts: -1 } },
  { trouble: { ...trouble, attempts: 1e308 } },
  { trouble: { ...trouble, lastError: 'x'.repeat(1_000_000) } },
  { trouble: { ...trouble, waitingFor: ['the platform'] } },
  { trouble: { ...trouble, whatToDo: undefined } },
])('is not taken from details of another shape (%#)', async (details) => {
  expectFresh(await secondTry(details));
});

it('is all that any program reads of a heartbeat that it was handed', () => {
  const readers = ['activities', 'worker', 'workflows'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name))
      .filter((path) =>
        /heartbeatDetails|activityInfo\(/u.test(readFileSync(join(root, path), 'utf8')),
      ),
  );
  expect(readers).toEqual(['activities/as-activity.ts']);
});

async function sealedBy(sealing: typeof ours, context: typeof here | object): Promise<Payload> {
  const [payload = {}] = await sealing.codec.encode(
    [payloadOf({ trouble })],
    context as typeof here,
  );
  return payload;
}
