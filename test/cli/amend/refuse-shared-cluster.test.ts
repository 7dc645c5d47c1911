import { beforeEach, expect, it } from 'vitest';
import { refuseSharedCluster } from '../../../src/cli/amend/refuse-shared-cluster.ts';
import { planStoredStudy } from '../../../src/cli/studies/open-stored-study.ts';
import { readStoredStudy, type StoredStudy } from '../../../src/cli/studies/stored-study.ts';
import { layout, type Store } from '../../../src/store/index.ts';
import type { StudyProgress } from '../../../src/run/messages.ts';
import { onHardware, paidHardwareOf } from '../../../src/study/paid-hardware.ts';
import type { Study } from '../../../src/study/study.ts';
import { placeStudy } from '../../kit/finished-study.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const fileOf = (name: string, cluster: string): string => `name: ${name}
variables:
  - { name: x, type: Param, values: [1, 2] }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: test \${x}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
execution: { cluster: ${cluster} }
`;

let store: Store;
beforeEach(async () => {
  let clean = (): void => undefined;
  store = await temporaryStore((remove) => (clean = remove));
  await place('mine');
  return () => clean();
});

/** Keeps the study NAME-1, which hasn't ended. */
const place = (name: string, cluster = '{ name: beams, slots: 2 }'): Promise<void> =>
  placeStudy(store, `${name}-1`, fileOf(name, cluster));

async function mine(): Promise<{ stored: StoredStudy; study: Study }> {
  const stored = await readStoredStudy(store, 'mine-1');
  if (stored === undefined) throw new Error('Expected the study mine-1 to be kept');
  return { stored, study: (await planStoredStudy(store, stored)).study };
}

/** What is refused where the study's cluster gets so many slots, or so many cores to each of them. */
async function refused(change: { slots?: number; cores?: number }): Promise<readonly object[]> {
  const { stored, study: before } = await mine();
  const hardware = paidHardwareOf(before);
  const after = onHardware(before, {
    ...hardware,
    coresPerSlot: change.cores ?? hardware.coresPerSlot,
    cluster: { slots: change.slots ?? 2 },
  });
  return refuseSharedCluster(store, stored, { before, after });
}

it('a cluster that no other study has may be amended', async () => {
  await place('with-another', '{ name: frames, slots: 2 }');
  await place('on-one-that-is-there', '{ id: AbCdEf }');
  expect(await refused({ slots: 4 })).toEqual([]);
});

it('one that other studies share, and that haven’t ended, is refused with their names and what to do', async () => {
  await place('theirs');
  expect(await refused({ slots: 4 })).toEqual([
    {
      words:
        'cluster beams: 2 slots x 1 cores of emerald, walltime 1 h, user_included 0 -> 4 slots x 1 cores of emerald, walltime 1 h, user_included 0',
      why: expect.stringMatching(
        /^it is shared with theirs-1, not known to have ended, .*; wait until that is done or stop it first, /u,
      ) as string,
    },
  ]);
  expect(await refused({ cores: 2 })).toHaveLength(1);
  // It is made of the same as before.
  expect(await refused({})).toEqual([]);
});

it('the first three of many are named', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await place(name);
  const [refusal] = await refused({ slots: 4 });
  expect(refusal).toMatchObject({
    why: expect.stringContaining('it is shared with a-1, b-1, c-1, …, not known') as string,
  });
});

it('one that only studies which have ended shared is not refused', async () => {
  await place('theirs');
  await store.study('theirs-1').write(layout.status, {
    ...{ studyId: 'theirs-1', state: 'Finished', runs: { total: 2, done: 2, failed: 0 } },
  } as unknown as StudyProgress);
  expect(await refused({ slots: 4 })).toEqual([]);
});

it('a study that has no cluster of its own, or would have none, is not refused here', async () => {
  await place('theirs');
  const { stored, study: before } = await mine();
  const settings = Object.entries(before.execution).filter(([key]) => key !== 'cluster');
  const without = { ...before, execution: Object.fromEntries(settings) as Study['execution'] };
  expect(await refuseSharedCluster(store, stored, { before, after: without })).toEqual([]);
  expect(await refuseSharedCluster(store, stored, { before: without, after: before })).toEqual([]);
});
