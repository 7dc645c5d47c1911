import { expect, it } from 'vitest';
import { requireAttributes } from '../../worker/require-attributes.ts';

const target = { address: 'temporal.example.com:7233', namespace: 'doeflow' };

/** A server whose operator answers each question with this error. */
function answering(error: Error): never {
  const fail = (): Promise<never> => Promise.reject(error);
  return { operatorService: { listSearchAttributes: fail }, workflowService: {} } as never;
}

it('a namespace that is missing is told, and how it is made', async () => {
  const missing = Object.assign(new Error('Namespace doeflow is not found.'), { code: 5 });
  await expect(
    requireAttributes(answering(missing), target, { warn: () => undefined }),
  ).rejects.toMatchObject({
    code: 'USAGE_TEMPORAL_NAMESPACE',
    message: 'The Temporal server at temporal.example.com:7233 has no namespace "doeflow"',
    hint: expect.stringContaining('doeflow doctor --fix') as string,
  });
});

it('who may not look goes on, and says so', async () => {
  const told: unknown[] = [];
  const denied = Object.assign(new Error('denied'), { code: 7 });
  await requireAttributes(answering(denied), target, {
    warn: (_: unknown, said: unknown) => told.push(said),
  } as never);
  expect(told).toEqual(['Could not see whether all search attributes are registered']);
});
