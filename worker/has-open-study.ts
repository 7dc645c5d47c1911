import type { SealedClient } from '../src/sealing/sealed-client.ts';
import { isPlatformOf, layout, type PlatformAtHand, type Store } from '../src/store/index.ts';
import { sealKeyOf } from '../src/sealing/foreign-key.ts';
import { taskQueue } from '../src/temporal/names.ts';
import {
  believes,
  isSamePlatform,
  platformOfWorker,
  storeOfWorker,
} from '../src/temporal/worker-identity.ts';

/** Open studies that are looked at. */
const mostStudies = 50;

/**
 * Whether one of the open studies was started with a key of this worker, is in its store, and on its platform, so that none of the others could do it.
 * @param identity of this worker
 * @param others workers that can't do each other's work and this one's: one with the same store and platform has only another first key
 */
export async function hasOpenStudy(
  client: SealedClient,
  store: Pick<Store, 'study'>,
  platform: PlatformAtHand,
  { identity, others }: { readonly identity: string; readonly others: readonly string[] },
): Promise<boolean> {
  const query = `TaskQueue = "${taskQueue}" AND WorkflowType = "studyWorkflow" AND ExecutionStatus = "Running"`;
  const near = others.filter((other) => isNear(other, identity));
  let looked = 0;
  for await (const { memo, raw } of client.workflow.list({ query })) {
    // What another key sealed isn't a text any more.
    const studyId = memo?.['studyId'];
    const found =
      typeof studyId === 'string' ? await store.study(studyId).find(layout.snapshot) : undefined;
    const key = sealKeyOf(raw.memo);
    const isTheirs = key !== undefined && near.some((other) => believes(other, key));
    if (!isTheirs && found !== undefined && isPlatformOf(found.platform, platform)) return true;
    looked += 1;
    if (looked === mostStudies) return false;
  }
  return false;
}

function isNear(one: string, other: string): boolean {
  return (
    storeOfWorker(one) === storeOfWorker(other) &&
    isSamePlatform(platformOfWorker(one), platformOfWorker(other))
  );
}
