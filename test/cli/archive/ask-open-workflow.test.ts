import { WorkflowNotFoundError } from '@temporalio/client';
import { expect, it } from 'vitest';
import { askOpenWorkflow } from '../../../src/cli/archive/ask-open-workflow.ts';
import type { Engine } from '../../../src/cli/engine/open-engine.ts';

/** An engine whose only workflow is of this status, and answers so. */
function engineWith(status: string, query: () => Promise<string>): Engine {
  const handle = { describe: () => Promise.resolve({ status: { name: status } }), query };
  return {
    temporalClient: { workflow: { getHandle: () => handle } },
    connection: { withDeadline: (_until: number, ask: () => Promise<string>) => ask() },
  } as unknown as Engine;
}

it('tells a workflow that is not open from one that nobody answers for', async () => {
  const ask = (status: string, query: () => Promise<string>) =>
    askOpenWorkflow(engineWith(status, query), 'archive-a-approval', 'deletionProposal');
  expect(await ask('RUNNING', () => Promise.resolve('20 jobs'))).toBe('20 jobs');
  expect(await ask('COMPLETED', () => Promise.resolve('20 jobs'))).toBeUndefined();
  expect(await ask('RUNNING', () => Promise.reject(new Error('no poller')))).toBe('silent');
  const gone = new WorkflowNotFoundError('it ended meanwhile', 'archive-a-approval', undefined);
  expect(await ask('RUNNING', () => Promise.reject(gone))).toBeUndefined();
});
