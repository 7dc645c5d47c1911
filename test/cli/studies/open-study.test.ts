import { expect, it } from 'vitest';
import type { Engine } from '../../../src/cli/engine/open-engine.ts';
import {
  findExecution,
  findOpenExecution,
  findOpenStudy,
  findOpenUnread,
} from '../../../src/cli/studies/open-study.ts';
import type { StoredStudy } from '../../../src/cli/studies/stored-study.ts';
import { storedStudy } from './stored-studies.ts';

const first = 'beam-20260101-000000';
const later = 'beam-20260202-000000';

/** A Temporal in which two studies of one name had the same workflow id, one after the other. */
function engineWith(): Engine {
  const execution = (studyId: string, status: string) => ({
    ...{ runId: `run-of-${studyId}`, status: { name: status }, memo: { studyId } },
    ...{ taskQueue: 'doeflow', startTime: new Date() },
  });
  const executions = [execution(later, 'RUNNING'), execution(first, 'TERMINATED')];
  const workflow = {
    getHandle: (workflowId: string, runId?: string) => ({
      ...{ workflowId, runId },
      describe: () => Promise.resolve(executions[0]),
    }),
    async *list({ query }: { readonly query: string }) {
      expect(query).toBe('WorkflowId = "study-beam"');
      yield* await Promise.resolve(executions);
    },
  };
  return { temporalClient: { workflow } } as unknown as Engine;
}

it('a terminated study is told as such also after a later one of its name was started', async () => {
  const stored = storedStudy(first, 'beam') as unknown as StoredStudy;
  expect(await findOpenExecution(engineWith(), stored)).toBeUndefined();
  expect(await findExecution(engineWith(), stored)).toMatchObject({
    ...{ studyId: first, status: 'TERMINATED', handle: { runId: `run-of-${first}` } },
  });
  const unknown = storedStudy('beam-20250101-000000', 'beam') as unknown as StoredStudy;
  expect(await findExecution(engineWith(), unknown)).toBeUndefined();
});

it('an open workflow that another payload key sealed is told from none', async () => {
  const stored = storedStudy(first, 'beam') as unknown as StoredStudy;
  const describing = (status: string, memo: object): Engine => {
    const described = {
      ...{ runId: 'r', status: { name: status }, memo },
      ...{ taskQueue: 'doeflow', startTime: new Date() },
    };
    const workflow = { getHandle: () => ({ describe: () => Promise.resolve(described) }) };
    return { temporalClient: { workflow } } as unknown as Engine;
  };
  expect(await findOpenUnread(describing('RUNNING', {}), stored)).toEqual({});
  expect(await findOpenUnread(describing('RUNNING', { studyId: first }), stored)).toBeUndefined();
  expect(await findOpenUnread(describing('TERMINATED', {}), stored)).toBeUndefined();
});

it('names the key that an open study is sealed with where nobody here has it, and never advises to end it', async () => {
  const refused = { refused: 'its seal is of another key', foreignKey: 'bacaf93e' };
  const described = {
    ...{ runId: 'r', status: { name: 'RUNNING' }, memo: { studyId: refused, sealedFor: refused } },
    ...{ taskQueue: 'doeflow', startTime: new Date() },
  };
  const seconds = Math.floor(Date.now() / 1000);
  const identity = '7@host, payload keys 0a0a0a0a, store 0123abcd';
  const engine = {
    temporalClient: {
      workflow: { getHandle: () => ({ describe: () => Promise.resolve(described) }) },
    },
    connection: {
      workflowService: {
        describeTaskQueue: () =>
          Promise.resolve({ pollers: [{ identity, lastAccessTime: { seconds } }] }),
      },
    },
    namespace: 'default',
  } as unknown as Engine;
  const error = await findOpenStudy(engine, 'beam').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    ...{ code: 'USAGE_UNSEALED', exitCode: 5 },
    message: expect.stringContaining(
      'the payload key bacaf93e, which neither this command line nor a listed worker has (1 listed)',
    ) as string,
    hint: expect.stringContaining('back into the key file') as string,
  });
  expect(JSON.stringify(error)).not.toContain('terminate');
});
