/** Keeps a study's steps from a worker with another store: there it has nothing of it, and another worker can do them. */
import { ApplicationFailure } from '@temporalio/common';
import { elsewhereCode } from '../src/run/cures.ts';
import { layout, type Store } from '../src/store/index.ts';
import { shortStoreId, thisProcess } from '../src/temporal/worker-identity.ts';

/**
 * A check that asks the store once for each study.
 * @returns throws ApplicationFailure STUDY_ELSEWHERE, retried for as long as it takes, for a study that the store doesn't have
 */
export function createHereCheck(
  storeOf: () => Pick<Store, 'study' | 'engineId'>,
): (studyId: string) => Promise<void> {
  const known = new Set<string>();
  return async (studyId) => {
    if (known.has(studyId)) return;
    const store = storeOf();
    if (await store.study(studyId).has(layout.snapshot)) {
      known.add(studyId);
      return;
    }
    throw ApplicationFailure.create({
      type: elsewhereCode,
      message: `The store of worker ${thisProcess()}, with the id ${shortStoreId(await store.engineId())}, has no study ${studyId}: nothing of it is done there`,
    });
  };
}
