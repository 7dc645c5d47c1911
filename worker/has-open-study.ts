import type { SealedClient } from '../src/sealing/sealed-client.ts';
import { layout, type Store } from '../src/store/index.ts';
import { taskQueue } from '../src/temporal/names.ts';

/** Open studies that are looked at. */
const mostStudies = 50;

/** Whether one of the open studies was started with a key of this worker and is in its store. */
export async function hasOpenStudy(
  client: SealedClient,
  store: Pick<Store, 'study'>,
): Promise<boolean> {
  const query = `TaskQueue = "${taskQueue}" AND WorkflowType = "studyWorkflow" AND ExecutionStatus = "Running"`;
  let looked = 0;
  for await (const { memo } of client.workflow.list({ query })) {
    // What another key sealed isn't a text any more.
    const studyId = memo?.['studyId'];
    if (typeof studyId === 'string' && (await store.study(studyId).has(layout.snapshot)))
      return true;
    looked += 1;
    if (looked === mostStudies) return false;
  }
  return false;
}
