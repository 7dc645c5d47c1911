/** An order that nobody answers: said within seconds, with what goes on and costs, and never waited for without an end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@temporalio/client';
import { afterAll, expect, it } from 'vitest';
import { isUnansweredOrder, orderStudy } from '../../../src/cli/studies/order-study.ts';
import { sendTicket } from '../../../src/cli/studies/send-ticket.ts';
import { openStore } from '../../../src/store/index.ts';
import { storedStudy } from './stored-studies.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-orders-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const store = await openStore(folder);
const stored = storedStudy('beam-20261126-180000', 'beam');
const pace = { quietMs: 10, lookMs: 10, patienceMs: 150 };
const never = (): Promise<never> => new Promise(() => undefined);
const silent = (): Promise<never> => {
  const cause = Object.assign(new Error('no poller'), { code: 9, details: '', metadata: {} });
  return Promise.reject(new ServiceError('Failed to query Workflow', { cause }));
};

/** An order to a study whose workflow answers so, where Temporal has the order at this stage; 0: it hasn't. */
function orderTo({ query = silent, stage = 1, attempt = 1 }) {
  const told: string[] = [];
  const leave = new AbortController();
  const raw = { pendingWorkflowTask: { attempt } };
  const describe = () =>
    Promise.resolve({ status: { name: 'RUNNING' }, raw, workflowId: 'study-beam' });
  const workflowService = {
    pollWorkflowExecutionUpdate: () =>
      stage === 0 ? Promise.reject(new Error('not found')) : Promise.resolve({ stage }),
  };
  const engine = {
    ...{ embedded: false, store, namespace: 'default', now: () => new Date() },
    settings: { platform: { baseUrl: 'http://127.0.0.1:9/' }, temporal: { address: 'x' } },
    platform: { baseUrl: 'http://127.0.0.1:9/', token: '' },
    connection: { workflowService },
    temporalClient: {
      withDeadline: (_at: number, ask: () => Promise<unknown>) => ask(),
      connection: { workflowService: { describeTaskQueue: () => Promise.resolve({}) } },
      options: { namespace: 'default' },
    },
  };
  const interrupt = { signal: leave.signal, handle: () => undefined };
  const order = {
    context: { output: { warn: (text: string) => told.push(text) }, interrupt },
    ...{
      engine,
      stored,
      open: { handle: { workflowId: 'study-beam', query, describe } },
      to: 'stop',
    },
  };
  return { order: order as never, told, leave };
}

const failureOf = (sent: Promise<unknown>): Promise<unknown> =>
  sent.catch((error: unknown) => error);

it('ends with code 7 where no worker answers, and says before that the order is held, and what to do', async () => {
  const { order, told } = orderTo({});
  expect(await failureOf(orderStudy(order, never, pace))).toMatchObject({
    code: 'USAGE_NO_WORKER',
    exitCode: 7,
    message: expect.stringMatching(
      /^No worker answered for .*Temporal holds it, and it is carried/u,
    ) as string,
    hint: 'Start one: doeflow worker. How it stands then: doeflow status beam-20261126-180000',
  });
  expect(told.join('\n')).toMatch(
    /^No worker answers, so study beam-20261126-180000 does not take the order to stop yet: Failed to query Workflow\. .*Temporal holds it/u,
  );
  expect(told.at(-1)).toMatch(
    /^Start one: doeflow worker\. An answer is waited for, for \d+ s more$/u,
  );
});

it('says that it is not known whether the order arrived where Temporal does not have it', async () => {
  const { order } = orderTo({ stage: 0 });
  expect(await failureOf(orderStudy(order, never, pace))).toMatchObject({
    message: expect.stringContaining('Whether the order to stop arrived is not known') as string,
  });
});

it('says why no worker goes on with a workflow that is stuck', async () => {
  const { order, told } = orderTo({ attempt: 9 });
  await failureOf(orderStudy(order, never, pace));
  expect(told[0]).toContain('the next step of workflow study-beam failed each time');
});

it('leaves within a second of an interruption, and says whether the order stands', async () => {
  for (const [stage, words] of [
    [1, 'Temporal holds it, and it is carried out once a worker is there'],
    [3, 'was taken by a worker, and is carried out'],
  ] as const) {
    const { order, leave } = orderTo({ stage });
    const sent = failureOf(orderStudy(order, never, { ...pace, patienceMs: 60_000 }));
    await delay(40);
    const begun = performance.now();
    leave.abort();
    expect(await sent).toMatchObject({
      code: 'USAGE_INTERRUPTED',
      exitCode: 130,
      message: expect.stringContaining(words) as string,
    });
    expect(performance.now() - begun).toBeLessThan(1_000);
  }
});

it('sends nothing after an interruption, and says so', async () => {
  const { order, leave } = orderTo({});
  leave.abort();
  let sent = 0;
  const failure = await failureOf(orderStudy(order, () => Promise.resolve((sent += 1)), pace));
  expect([sent, failure]).toMatchObject([0, { code: 'USAGE_INTERRUPTED' }]);
  expect(String(failure)).toContain('nothing was asked of study');
});

it('waits for a slow answer as long as the workflow is answered for', async () => {
  const { order, told } = orderTo({ query: () => Promise.resolve({}) as never });
  const slow = () => delay(400, 3);
  expect(await orderStudy(order, slow, pace)).toEqual({ answer: 3 });
  expect(told).toEqual([]);
});

it('takes the answer of a worker that comes back after it was said that none is there', async () => {
  const { order, told } = orderTo({});
  expect(await orderStudy(order, () => delay(100, 3), pace)).toEqual({ answer: 3 });
  expect(told[0]).toMatch(/^No worker answers/u);
});

it('leaves the ticket of an order that may still be taken', async () => {
  const { order, leave } = orderTo({});
  let named = '';
  const sent = failureOf(
    sendTicket(order, { asks: 'resume' }, ({ ticket }) => {
      named = ticket;
      return never();
    }),
  );
  while (named === '') await delay(10);
  leave.abort();
  expect(isUnansweredOrder(await sent)).toBe(true);
  const { layout } = await import('../../../src/store/index.ts');
  expect(await store.study(stored.studyId).find(layout.ticket(named as never))).toMatchObject({
    order: { asks: 'resume' },
  });
});
