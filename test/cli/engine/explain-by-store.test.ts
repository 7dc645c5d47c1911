import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { explainByTemporal } from '../../../src/cli/engine/explain-by-store.ts';
import type { StudyNotStored } from '../../../src/cli/studies/find-study.ts';
import { findStudy } from '../../../src/cli/studies/find-study.ts';
import type { Store } from '../../../src/store/index.ts';
import { workerIdentity } from '../../../src/temporal/worker-identity.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const foreign = workerIdentity(['0a0a0a0a'], 'ffffffff-0000-4000-8000-000000000000');
let store: Store;
beforeEach(async () => {
  store = await temporaryStore(onTestFinished);
});

/** What a command says of a study that its store doesn't have, where Temporal has these open workflows and workers. */
async function told(
  reference: string,
  { open = [], workers = [] }: { open?: readonly string[]; workers?: readonly string[] },
): Promise<StudyNotStored> {
  const seconds = Date.now() / 1000;
  const pollers = workers.map((identity) => ({ identity, lastAccessTime: { seconds } }));
  const workflowService = {
    describeTaskQueue: () => Promise.resolve({ pollers }),
    describeWorkflowExecution: ({ execution }: { execution: { workflowId: string } }) =>
      open.includes(execution.workflowId)
        ? Promise.resolve({ workflowExecutionInfo: { status: 1 } })
        : Promise.reject(new Error('not found')),
  };
  const error = await findStudy(store, reference).catch((caught: unknown) => caught);
  return explainByTemporal(
    error as StudyNotStored,
    {
      ...{
        connection: { workflowService, options: { address: 'localhost:7233' } },
        namespace: 'default',
        store,
      },
      settings: { store: '/mnt/store' },
    } as never,
  );
}

it('says that a study runs which the store here does not have, by its name or its id', async () => {
  for (const reference of ['beam', 'beam-20261128-173356']) {
    expect(await told(reference, { open: ['study-beam'] })).toMatchObject({
      ...{ code: 'USAGE_STUDY_NOT_FOUND', exitCode: 6 },
      message: `The store here, /mnt/store, does not have the study "${reference}", but it goes on: its workflow study-beam is open in Temporal`,
      hint: expect.stringMatching(
        /disk of the store is mounted.*temporal workflow terminate --workflow-id study-beam /u,
      ) as string,
    });
  }
});

it('names workers with another store, and what to do', async () => {
  expect(await told('beam', { workers: [foreign] })).toMatchObject({
    message: 'There is no study "beam" in the store',
    hint: expect.stringMatching(/Workers have another store.*ffffffff.*DOEFLOW_STORE/su) as string,
  });
});

it('says that nothing was started where nobody knows more', async () => {
  const { hint } = await told('beam', { open: ['study-other'] });
  expect(hint).toContain('No study was started yet');
});
