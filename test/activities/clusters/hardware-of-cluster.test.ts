/** Jobs and clusters of a study whose hardware is amended: a job runs only on a cluster that it was made for. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createAmendment,
  keepMadeCluster,
  layout,
  readJobSpec,
  specRuns,
} from '../../../src/store/index.ts';
import { keepStudy, type KeptStudy } from '../../security/kept-study.ts';

const studyId = 'beam-1';

/** Four runs in two jobs. */
const file = (hardware: string, slots: number): string =>
  `name: beam
variables:
  - { name: x, type: Param, values: [1, 2, 3, 4] }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: test \${x}
  hardware: { ${hardware}, slots: 2, walltime: 1 }
execution: { runsPerJob: 2, cluster: { name: beams, slots: ${slots} } }
`;

const small = file('coreType: emerald, coresPerSlot: 1', 2);
const wide = file('coreType: ruby, coresPerSlot: 2', 4);

let kept: KeptStudy;
/** Which job was sent to which cluster. */
let posts: string[];

beforeEach(async () => {
  posts = [];
  const history = async function* (statuses: readonly string[]) {
    yield* await Promise.resolve(statuses.map((status) => ({ status })));
  };
  kept = await keepStudy(studyId, small, {
    jobs: {
      statuses: (id: string) =>
        history(posts.some((post) => post.startsWith(id)) ? ['Queued'] : []),
    },
    clusters: {
      submitJob: (clusterId: string, { id }: { readonly id: string }) => {
        posts.push(`${id} to ${clusterId}`);
        return Promise.resolve();
      },
    },
  });
  await keepCluster(1);
});

/** One of the study's clusters, made by that revision of its files. */
async function keepCluster(revision: number): Promise<void> {
  const clusterId = `c${revision}`;
  const made = { name: 'beams', at: '2026-05-01T12:00:00Z', clusterId, revision };
  await kept.folder.write(layout.clusterMade(revision), made);
  await keepMadeCluster(kept.store, clusterId, { studyId, name: 'beams' });
}

/** Amends the study by a changed file, and makes the cluster that it wants then. */
async function amend(changed: string): Promise<void> {
  const { folder, store } = kept;
  const { studyFile } = await folder.read(layout.snapshot);
  const { sha256 } = await store.putBytes(Buffer.from(changed));
  const files = { studyFile: { ...studyFile, sha256 }, files: [] };
  const facts = { createdAt: '2026-05-01T13:00:00.000Z', engineVersion: '1', runs: [] };
  const amendment = { by: 'ann', changes: ['hardware'] };
  expect(
    await createAmendment(folder, { revision: 1, ...files }, { ...files, ...facts, amendment }),
  ).toBe(true);
  await keepCluster(2);
}

const onto = (revision: number) => ({
  clusterId: `c${revision}`,
  ...(revision === 1 ? {} : { revision }),
});

/** From a job's files to the saved job. @returns the revision that it is made with */
async function make(jobNumber: number, on: ReturnType<typeof onto>): Promise<number | undefined> {
  await kept.call('prepareJob', { studyId, jobNumber, ...on });
  await kept.folder.create(layout.platformJob(jobNumber), {
    ...{ jobId: `job${jobNumber}`, triesAreKept: true },
  });
  return (await readJobSpec(kept.folder, jobNumber)).revision;
}

const submit = (jobNumber: number, clusterId: string) =>
  kept.call('submitJob', { studyId, jobNumber, jobId: `job${jobNumber}`, clusterId });

describe('a job that was made, and not sent, before its study was amended', () => {
  it('isn’t sent to a cluster of other hardware, and its runs follow as a job that is made for that', async () => {
    await make(1, onto(1));
    // Here its worker is killed, the study is paused at once, amended and resumed.
    await amend(wide);
    await expect(submit(1, 'c2')).rejects.toMatchObject({
      ...{ type: 'CLUSTER_LOST', nonRetryable: true },
      message:
        'made for a cluster of 2 slots x 1 cores of emerald, walltime 1 h, user_included 0 before the study was amended, and so not sent to cluster c2, which is of 4 slots x 2 cores of ruby, walltime 1 h, user_included 0: its runs follow as a further job',
    });
    // Nobody takes it for one that may have been sent.
    expect(await kept.folder.has(layout.submitTried(1))).toBe(false);
    const end = await kept.call('refuseJob', {
      ...{ studyId, jobNumber: 1, message: 'amended', clusterLost: true },
    });
    expect(end).toMatchObject({ outcome: 'refused', retryable: 2 });
    expect(end).not.toHaveProperty('lostCluster');
    await make(2, onto(2));
    await submit(2, 'c2');
    const again = await kept.call('planRetry', { studyId, jobNumber: 3, since: 3, revision: 2 });
    expect(again.runs).toBe(2);
    expect(await make(3, onto(2))).toBe(2);
    expect(specRuns(await readJobSpec(kept.folder, 3)).map(({ run }) => run)).toEqual([1, 2]);
    await submit(3, 'c2');
    expect(posts).toEqual(['job2 to c2', 'job3 to c2']);
  });

  it('says that its runs wait for a person where the study’s retries allow the platform none', async () => {
    await make(1, onto(1));
    await amend(wide.replace('execution: {', 'execution: { retries: 0,'));
    await expect(submit(1, 'c2')).rejects.toThrow(
      /: its runs wait for doeflow retry beam-1 --failed, as execution\.retries allows the platform none$/u,
    );
    const end = await kept.call('refuseJob', {
      ...{ studyId, jobNumber: 1, message: 'amended', clusterLost: true },
    });
    expect(end.retryable).toBe(0);
  });

  it('isn’t sent there either where a submit to the cluster before was tried, and is left alone where it had its effect', async () => {
    await make(1, onto(1));
    await make(2, onto(1));
    for (const job of [1, 2])
      await kept.folder.write(layout.submitTried(job), { at: '2026-05-01T12:00:00Z' });
    posts.push('job2 to c1');
    await amend(wide);
    await expect(submit(1, 'c2')).rejects.toMatchObject({ type: 'CLUSTER_LOST' });
    await submit(2, 'c2');
    expect(posts).toEqual(['job2 to c1']);
  });

  it('is sent to the cluster that it was made for, and to another one of the same hardware', async () => {
    await make(1, onto(1));
    await make(2, onto(1));
    await amend(small.replace('test ${x}', 'sh other.sh ${x}'));
    await submit(1, 'c1');
    await submit(2, 'c2');
    expect(posts).toEqual(['job1 to c1', 'job2 to c2']);
  });
});

describe('a job that is made after its study was amended', () => {
  it('on the cluster of before is made for that', async () => {
    await amend(wide);
    expect(await make(1, { clusterId: 'c1', revision: 2 })).toBeUndefined();
    await submit(1, 'c1');
    expect(await make(2, onto(2))).toBe(2);
    await submit(2, 'c2');
    expect(posts).toEqual(['job1 to c1', 'job2 to c2']);
  });

  it('on a cluster that has what it needs is made as the study stands', async () => {
    await amend(small.replace('test ${x}', 'sh other.sh ${x}'));
    expect(await make(1, { clusterId: 'c1', revision: 2 })).toBe(2);
    // Another study made that one: what that is made of says nothing of this study's files.
    expect(await make(2, { clusterId: 'c9', revision: 2 })).toBe(2);
  });
});
