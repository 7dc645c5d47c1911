import type { SealedClient } from '../src/sealing/sealed-client.ts';
import { isPlatformOf, layout, type PlatformAtHand, type Store } from '../src/store/index.ts';
import { taskQueue } from '../src/temporal/names.ts';

/** Open studies that are looked at. */
const mostStudies = 50;

/** Whether one of the open studies was started with a key of this worker, is in its store, and on its platform. */
export async function hasOpenStudy(
  client: SealedClient,
  store: Pick<Store, 'study'>,
  platform: PlatformAtHand,
): Promise<boolean> {
  const query = `TaskQueue = "${taskQueue}" AND WorkflowType = "studyWorkflow" AND ExecutionStatus = "Running"`;
  let looked = 0;
  for await (const { memo } of client.workflow.list({ query })) {
    // What another key sealed isn't a text any more.
    const studyId = memo?.['studyId'];
    const found =
      typeof studyId === 'string' ? await store.study(studyId).find(layout.snapshot) : undefined;
    if (found !== undefined && isPlatformOf(found.platform, platform)) return true;
    looked += 1;
    if (looked === mostStudies) return false;
  }
  return false;
}
