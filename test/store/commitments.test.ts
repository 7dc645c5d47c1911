/** What a study has committed of its limit, by the records of its jobs and clusters alone: each row of the table in docs/budget.md. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createAmendment,
  keepJobHours,
  keepOutcomes,
  layout,
  readCommitments,
  type CommitmentsAsked,
  type DocumentFolder,
  type NamedCommitment,
} from '../../src/store/index.ts';
import { addCommitments } from '../../src/study/budget.ts';
import type { Study } from '../../src/study/study.ts';
import { temporaryStore } from './temporary-store.ts';

const store = await temporaryStore(afterAll);
let folder: DocumentFolder;
let studies = 0;
beforeEach(async () => {
  studies += 1;
  folder = store.study(`beam-${studies}`);
  await folder.write(layout.price, { amount: 0.5, currency: 'USD' });
});

type Asked = Pick<Study, 'job' | 'execution'>;
/** 2 slots of 4 cores for 3 hours: 24 core hours. */
const hardware = { coreType: 'emerald', coresPerSlot: 4, slots: 2, walltime: 3 };
const study = { job: { fields: {}, hardware }, execution: {} } as unknown as Asked;
const withoutWalltime: Asked = {
  ...study,
  job: { ...study.job, hardware: { coreType: 'emerald', coresPerSlot: 4, slots: 2 } },
};
/** 8 slots of 4 cores for 10 hours: 320 core hours. */
const onCluster: Asked = {
  ...study,
  execution: { cluster: { kind: 'own', name: 'beams', slots: 8, walltimeHours: 10 } },
} as Asked;
const onOthers = {
  ...study,
  execution: { cluster: { kind: 'existing', id: 'c9' } },
} as unknown as Asked;

const at = '2026-05-01T12:00:00.000Z';
const price = 0.5;

const read = (of: Asked = study, asked?: CommitmentsAsked) => readCommitments(folder, of, asked);
const reserve = (jobNumber: number, mostHours: number, more: object = {}) =>
  folder.write(layout.reservation(jobNumber), { mostHours, at, ...more });
const send = (jobNumber: number) => folder.write(layout.submitTried(jobNumber), { at });
const sendTo = async (jobNumber: number, clusterId: string) => {
  await send(jobNumber);
  await folder.write(layout.jobCluster(jobNumber), { clusterId });
};
const end = (jobNumber: number) => keepOutcomes(folder, jobNumber, []);
const make = (number: number, more: object = {}) =>
  folder.write(layout.clusterMade(number), { name: 'beams', at, ...more });

const job = (jobNumber: number, mostHours: number, takenHours?: number): NamedCommitment => ({
  ...{ name: `job ${jobNumber}`, mostHours, price },
  ...(takenHours === undefined ? {} : { takenHours }),
});
const cluster = (clusterId: string, takenHours?: number): NamedCommitment => ({
  ...{ name: `cluster ${clusterId}`, mostHours: 320, price },
  ...(takenHours === undefined ? {} : { takenHours }),
});
const askedFor = { name: 'a cluster that is asked for', mostHours: 320, price };

describe('a job with hardware of its own', () => {
  it('has committed what was set aside for it, from before it is sent until it has ended', async () => {
    expect(await read()).toEqual([]);
    await reserve(1, 24);
    expect(await read()).toEqual([job(1, 24)]);
    await send(1);
    expect(await read()).toEqual([job(1, 24)]);
    // Hours that were seen while it executed aren't all.
    await keepJobHours(folder, 1, 0.5);
    expect(await read()).toEqual([job(1, 24)]);
    await end(1);
    expect(await read()).toEqual([job(1, 24, 4)]);
    expect(addCommitments(await read())).toEqual({ spent: 2, reserved: 0 });
  });

  it('took the hours of the slots that it was cut to', async () => {
    await reserve(1, 12, { slots: 1 });
    await send(1);
    await keepJobHours(folder, 1, 2);
    await end(1);
    expect(await read()).toEqual([job(1, 12, 8)]);
  });

  it('took what the platform held it for, also beyond what was set aside', async () => {
    await reserve(1, 24);
    await send(1);
    await keepJobHours(folder, 1, 6);
    await end(1);
    expect(await read()).toEqual([job(1, 24, 48)]);
  });

  it('took nothing where it ended without being sent, and all that was set aside where nobody can tell', async () => {
    await reserve(1, 24);
    await end(1);
    await reserve(2, 12, { slots: 1 });
    await send(2);
    await end(2);
    expect(await read()).toEqual([job(1, 24, 0), job(2, 12, 12)]);
    await keepJobHours(folder, 1, 0);
    expect((await read()).at(0)).toEqual(job(1, 24, 0));
  });

  it('counts as its hardware has it where nothing was set aside, as the limit came later', async () => {
    await send(1);
    await send(2);
    await keepJobHours(folder, 2, 1);
    await end(2);
    expect(await read()).toEqual([job(1, 24), job(2, 24, 8)]);
    expect(await read(withoutWalltime)).toEqual([job(1, 0), job(2, 0, 8)]);
  });

  it('counts where it is sent, whoever says that nothing is under way', async () => {
    await reserve(1, 24);
    await reserve(2, 24);
    await send(2);
    expect(await read(study, { inFlight: [] })).toEqual([job(2, 24)]);
    expect(await read(study, { inFlight: [1] })).toEqual([job(1, 24), job(2, 24)]);
    expect(await read(study, { isOver: true })).toEqual([job(2, 24)]);
    expect(await read(study, { isOver: true, inFlight: [1] })).toHaveLength(2);
  });

  it('counts the same on a cluster that others pay for', async () => {
    await reserve(1, 24);
    await sendTo(1, 'c9');
    expect(await read(onOthers)).toEqual([job(1, 24)]);
    await keepJobHours(folder, 1, 1);
    await end(1);
    expect(await read(onOthers)).toEqual([job(1, 24, 8)]);
  });

  it('has no price where nobody tells one', async () => {
    await folder.remove(layout.price);
    await reserve(1, 24);
    expect(await read()).toEqual([{ ...job(1, 24), price: undefined }]);
    expect(addCommitments(await read())).toBeUndefined();
  });

  it('has the price and slots of the hardware that it was made with', async () => {
    const after = { coreType: 'onyx', coresPerSlot: 1, slots: 5, walltime: 2 };
    const kept = { studyFile: { name: 'study.yaml', sha256: 'a'.repeat(64) }, files: [] };
    await createAmendment(
      folder,
      { revision: 1, ...kept },
      {
        ...{ ...kept, createdAt: at, engineVersion: '1', runs: [] },
        amendment: { by: 'ann', changes: ['hardware'], hardware: { before: hardware, after } },
      },
    );
    await folder.write(layout.priceOf('onyx'), { amount: 2, currency: 'USD' });
    const amended = { ...study, job: { ...study.job, hardware: after } };
    for (const [jobNumber, revision] of [1, 2].entries()) {
      await reserve(jobNumber + 1, 24, { revision });
      await send(jobNumber + 1);
      await keepJobHours(folder, jobNumber + 1, 1);
      await end(jobNumber + 1);
    }
    await send(3);
    expect(await read(amended)).toEqual([
      ...[job(1, 24, 8), { ...job(2, 24, 5), price: 2 }, { ...job(3, 10), price: 2 }],
    ]);
  });
});

describe('jobs', () => {
  it('count once each, whatever records there are of them, in any order and of any number', async () => {
    for (const jobNumber of [12, 2, 1]) {
      await reserve(jobNumber, 24);
      await send(jobNumber);
      await folder.write(layout.platformJob(jobNumber), { jobId: `j${jobNumber}` });
      await keepJobHours(folder, jobNumber, 1);
    }
    await end(12);
    const found = await read();
    expect(found.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      ...[job(1, 24), job(12, 24, 8), job(2, 24)],
    ]);
  });

  it('commit nothing by records that no payment hangs on, and by names that are none', async () => {
    await folder.write(layout.retryChoice(1), { runs: { first: 1, last: 2 } });
    for (const name of ['x3-reserved.json', '4-reserved.json.bak', '5-future.json', 'a.json']) {
      await folder.sink({ name: `jobs/${name}` })(['{"mostHours": 9, "at": ""}']);
    }
    expect(await read()).toEqual([]);
    // A platform's record alone tells of a draft that may still be sent.
    await folder.write(layout.platformJob(6), { jobId: 'j6' });
    expect(await read()).toEqual([job(6, 24)]);
    expect(await read(study, { isOver: true })).toEqual([]);
  });
});

describe('a job of a study with a cluster of its own', () => {
  it('commits nothing: the cluster does', async () => {
    await folder.write(layout.platformJob(1), { jobId: 'j1' });
    await sendTo(2, 'c1');
    await sendTo(3, 'c1');
    await keepJobHours(folder, 3, 1);
    await end(3);
    await end(4);
    await folder.write(layout.platformJob(4), { jobId: 'j4' });
    expect(await read(onCluster)).toEqual([job(1, 0), job(2, 0), job(3, 0, 0), job(4, 0, 0)]);
  });

  it('commits what its hardware takes where it is sent without the cluster', async () => {
    await send(1);
    await reserve(2, 12, { slots: 1 });
    await reserve(3, 24);
    await sendTo(3, 'c1');
    await reserve(4, 24);
    await send(4);
    await keepJobHours(folder, 4, 1);
    await end(4);
    expect(await read(onCluster)).toEqual([...[job(1, 24), job(2, 12), job(3, 0), job(4, 24, 8)]]);
  });
});

describe('a cluster of a study', () => {
  it('has committed its walltime until it has ended, then its life', async () => {
    await make(1, { clusterId: 'c1' });
    expect(await read(onCluster)).toEqual([cluster('c1')]);
    expect(await read(onCluster, { isOver: true })).toEqual([cluster('c1')]);
    await folder.write(layout.clusterLife('c1'), { coreHours: 100 });
    expect(await read(onCluster)).toEqual([cluster('c1', 100)]);
  });

  it('that is lost counts beside the one in its place', async () => {
    await make(1, { clusterId: 'c1' });
    await folder.write(layout.clusterLife('c1'), { coreHours: 7 });
    await make(2, { clusterId: 'c2' });
    await make(3, { clusterId: 'c3' });
    expect(await read(onCluster)).toEqual([cluster('c1', 7), cluster('c2'), cluster('c3')]);
  });

  it('counts once where it was asked for twice, as an answer was lost', async () => {
    await make(1);
    expect(await read(onCluster)).toEqual([askedFor]);
    await make(2, { clusterId: 'c1' });
    await make(3, { clusterId: 'c1' });
    expect(await read(onCluster)).toEqual([cluster('c1')]);
  });

  it('counts while it is asked for, and not once the study is over', async () => {
    await make(1, { clusterId: 'c1' });
    await make(2);
    expect(await read(onCluster)).toEqual([cluster('c1'), askedFor]);
    expect(await read(onCluster, { isOver: true })).toEqual([cluster('c1')]);
  });

  it('counts nothing where it was refused, and hides none that was made after it', async () => {
    await make(1, { refused: true });
    expect(await read(onCluster)).toEqual([]);
    await make(2, { refused: true, clusterId: 'c2' });
    await make(3, { clusterId: 'c3' });
    expect(await read(onCluster)).toEqual([cluster('c3')]);
  });

  it('has the walltime of the hardware where it has none of its own', async () => {
    await make(1, { clusterId: 'c1' });
    const unbounded = { kind: 'own', name: 'beams', slots: 8 } as const;
    const without = { ...study, execution: { cluster: unbounded } } as Asked;
    expect(await read(without)).toEqual([{ ...cluster('c1'), mostHours: 96 }]);
    const unbound = { ...without, job: withoutWalltime.job };
    expect(await read(unbound)).toEqual([{ ...cluster('c1'), mostHours: 0 }]);
  });

  it('comes after the jobs, all with the price of the study', async () => {
    await send(1);
    await make(1, { clusterId: 'c1' });
    expect(await read(onCluster)).toEqual([job(1, 24), cluster('c1')]);
    await folder.remove(layout.price);
    expect(await read(onCluster)).toEqual([
      ...[job(1, 24), cluster('c1')].map((one) => ({ ...one, price: undefined })),
    ]);
  });
});

it('clusters of before and after an amendment have committed what each is made of, at its own price', async () => {
  const kept = { studyFile: { name: 'study.yaml', sha256: 'a'.repeat(64) }, files: [] };
  const before = { ...hardware, cluster: { slots: 8, walltimeHours: 10 } };
  const after = { ...hardware, coreType: 'ruby', coresPerSlot: 2, cluster: { slots: 3 } };
  const amendment = { by: 'ann', changes: ['cluster'], hardware: { before, after } };
  const asked = { ...kept, createdAt: at, engineVersion: '1', runs: [], amendment };
  await createAmendment(folder, { revision: 1, ...kept }, asked);
  await folder.write(layout.priceOf('ruby'), { amount: 2, currency: 'USD' });
  await make(1, { clusterId: 'c1' });
  await make(2, { revision: 2 });
  // The walltime of the second one is that of the jobs: 3 hours of 3 slots of 2 cores.
  const second = { mostHours: 18, price: 2 };
  expect(await read(onCluster)).toEqual([cluster('c1'), { ...askedFor, ...second }]);
  await folder.write(layout.clusterLife('c1'), { coreHours: 7 });
  await make(2, { revision: 2, clusterId: 'c2' });
  expect(await read(onCluster)).toEqual([cluster('c1', 7), { name: 'cluster c2', ...second }]);
});
