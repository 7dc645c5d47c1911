import { beforeEach, expect, it } from 'vitest';
import { readOnCluster, type OnCluster } from '../../../src/cli/amend/on-cluster.ts';
import { planStoredStudy } from '../../../src/cli/studies/open-stored-study.ts';
import { readStoredStudy } from '../../../src/cli/studies/stored-study.ts';
import { keepAskedToEnd, layout, type Store } from '../../../src/store/index.ts';
import { onHardware, paidHardwareOf } from '../../../src/study/paid-hardware.ts';
import { placeStudy } from '../../kit/finished-study.ts';
import { sharingStudyFile } from '../../kit/sharing-studies.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

let store: Store;
beforeEach(async () => {
  let clean = (): void => undefined;
  store = await temporaryStore((remove) => (clean = remove));
  return () => clean();
});

/** What a study finds whose cluster has so many slots as it stands, and as it would be. */
async function found(
  slots: { readonly before: number; readonly after: number },
  execution = 'cluster: { name: beams, slots: 2 }',
): Promise<OnCluster | undefined> {
  const files = { 'points.csv': 'x\n1\n' };
  await placeStudy(store, 'one-1', sharingStudyFile('one', { rows: [1], execution }), { files });
  const stored = await readStoredStudy(store, 'one-1');
  if (stored === undefined) throw new Error('Expected the study one-1 to be kept');
  const { study } = await planStoredStudy(store, stored);
  const sized = (count: number) =>
    study.execution.cluster === undefined
      ? study
      : onHardware(study, { ...paidHardwareOf(study), cluster: { slots: count } });
  return readOnCluster(store, stored, {
    before: sized(slots.before),
    after: sized(slots.after),
  });
}

const make = (): Promise<void> =>
  store
    .study('one-1')
    .write(layout.clusterMade(1), { name: 'beams', at: '2026-05-01T00:00:00Z', clusterId: 'c1' });

it('is the cluster that the study has, as far as that is made of what it is to be', async () => {
  await make();
  expect(await found({ before: 2, after: 2 })).toEqual({ before: true, after: true });
  expect(await found({ before: 2, after: 4 })).toEqual({ before: true, after: false });
  // An amendment back, before the cluster was given back.
  expect(await found({ before: 4, after: 2 })).toEqual({ before: false, after: true });
});

it('is none before one was made, and once it was given back', async () => {
  expect(await found({ before: 2, after: 2 })).toEqual({ before: false, after: false });
  await make();
  await keepAskedToEnd(store, 'c1', new Date('2026-05-01T01:00:00Z'));
  expect(await found({ before: 2, after: 2 })).toEqual({ before: false, after: false });
});

it('is nothing of a study without a cluster of its own', async () => {
  expect(await found({ before: 2, after: 2 }, 'runsPerJob: 2')).toBeUndefined();
});
