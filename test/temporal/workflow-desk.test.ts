import type { Client } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { createWorkflowDesk } from '../../src/temporal/workflow-desk.ts';

/** A client whose workflows are all open, with this memo, and answer no query in time. */
function deskOf(memo: Readonly<Record<string, unknown>>, taskQueue = 'doeflow') {
  const late = Object.assign(new Error('Deadline exceeded'), {
    ...{ code: 4, details: 'Deadline exceeded', metadata: {} },
  });
  const handle = {
    describe: () => Promise.resolve({ status: { name: 'RUNNING' }, memo, taskQueue }),
    query: () => Promise.reject(new Error('Failed to query the workflow', { cause: late })),
  };
  return createWorkflowDesk({
    workflow: { getHandle: () => handle },
    withDeadline: (_deadline: number, ask: () => Promise<unknown>) => ask(),
  } as unknown as Client);
}

describe('an open workflow that is looked at', () => {
  it('is a study’s only where our key sealed its memo', async () => {
    const sealed = deskOf({ studyId: 'beam-1', sealedFor: 'studyWorkflow' });
    expect(await sealed.look('study-beam')).toMatchObject({ isOpen: true, studyId: 'beam-1' });
    expect(await deskOf({}).look('study-beam')).toMatchObject({ isOpen: true, studyId: null });
    const elsewhere = deskOf({ studyId: 'beam-1', sealedFor: 'studyWorkflow' }, 'of-somebody');
    expect(await elsewhere.look('study-beam')).toMatchObject({ isOpen: true, studyId: null });
  });

  it('says nothing of its cluster where it answers too late', async () => {
    expect(await deskOf({}).heldCluster('cluster-beam')).toBeUndefined();
  });
});
