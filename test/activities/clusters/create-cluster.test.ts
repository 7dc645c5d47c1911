import { beforeEach, describe, expect, it } from 'vitest';
import { createCluster } from '../../../activities/clusters/create-cluster.ts';
import { InvalidRequestError, ServerError } from '../../../src/platform-api/index.ts';
import {
  clusterName,
  createAmendment,
  findMadeCluster,
  isAskedToEnd,
  keepMadeCluster,
  layout,
  type StudySnapshot,
} from '../../../src/store/index.ts';
import { openClusterStage, studyId, type ClusterStage } from './pretended-clusters.ts';

let stage: ClusterStage;

beforeEach(async () => {
  stage = await openClusterStage();
});

const create = () => createCluster(stage.dependencies, { studyId, name: 'beams' }, stage.run);
const bodies = () => stage.sent.filter(({ what }) => what === 'create');
const fullName = clusterName(studyId, 'beams');

describe('a cluster is asked for', () => {
  it('with the hardware and software of the study, and the slots of its cluster', async () => {
    expect(await create()).toEqual({ clusterId: 'c1' });
    expect(bodies()).toEqual([
      {
        what: 'create',
        hasSignal: true,
        value: {
          name: fullName,
          hardware: { coreType: { code: 'emerald' }, coresPerSlot: 2, slots: 3, walltime: 8 },
          installedAnalyses: [{ analysis: { code: 'ansys', version: '1' } }],
          runLowPriority: false,
        },
      },
    ]);
  });

  it('with its own walltime, in low priority, or without what the study doesn’t say', async () => {
    stage.study.execution.cluster = { kind: 'own', name: 'beams', slots: 3, walltimeHours: 2 };
    stage.study.job.fields['isLowPriority'] = true;
    stage.study.job.hardware['coreType'] = undefined;
    await create();
    expect(bodies()[0]?.value).toMatchObject({
      hardware: { coreType: { code: '' }, walltime: 2 },
      runLowPriority: true,
    });
    stage = await openClusterStage();
    stage.study.job.hardware['walltime'] = undefined;
    await create();
    expect(bodies()[0]?.value).not.toHaveProperty('hardware.walltime');
  });

  it('and one that the platform refuses is kept so: the next one has a number of its own', async () => {
    const call = { method: 'POST', path: 'clusters' };
    const refusal = new InvalidRequestError('no such core type', [], { ...call, status: 400 });
    stage.onCreate = () => Promise.reject(refusal);
    await expect(create()).rejects.toBe(refusal);
    expect(await stage.folder.find(layout.clusterMade(1))).toMatchObject({ refused: true });
    // However often: those cost nothing.
    for (let asked = 0; asked < 6; asked += 1) await expect(create()).rejects.toBe(refusal);
    stage.onCreate = () => Promise.reject(new ServerError('down', { ...call, status: 503 }));
    await expect(create()).rejects.toThrow('down');
    expect(await stage.folder.find(layout.clusterMade(8))).not.toHaveProperty('refused');
    stage.onCreate = () => Promise.resolve();
    await create();
    expect(await stage.folder.find(layout.clusterMade(8))).toMatchObject({ clusterId: 'c1' });
  });

  it('with the intent in the ledger before, and the confirmation and its records after', async () => {
    let before: readonly string[] = [];
    stage.onCreate = async () => {
      before = await stage.effects();
    };
    await create();
    expect(before).toEqual(['create-cluster beams 1 intent']);
    expect(await stage.effects()).toEqual([
      'create-cluster beams 1 intent',
      'create-cluster beams 1 sent c1',
    ]);
    expect(await findMadeCluster(stage.store, 'c1')).toEqual({ studyId, name: 'beams' });
    expect(await stage.folder.read(layout.clusterMade(1))).toMatchObject({
      name: 'beams',
      clusterId: 'c1',
    });
  });
});

describe('no cluster is asked for', () => {
  it('while the one before lives, however often', async () => {
    await create();
    expect(await create()).toEqual({ clusterId: 'c1' });
    expect(await create()).toEqual({ clusterId: 'c1' });
    expect(bodies()).toHaveLength(1);
  });

  it('where one is wanted that isn’t the study’s, or before it has begun', async () => {
    await stage.folder.write(layout.starting, { kind: 'new', at: '' });
    await expect(create()).rejects.toThrow(
      `Nothing was done with cluster beams on the platform, as study ${studyId} has not begun`,
    );
    await stage.folder.write(layout.starting, { kind: 'again', at: '' });
    for (const cluster of [
      undefined,
      { kind: 'existing', id: 'c9' },
      { kind: 'existing', name: 'beams' },
      { kind: 'own', name: 'other', slots: 1 },
    ]) {
      stage.study.execution.cluster = cluster;
      await expect(create()).rejects.toMatchObject({
        message: expect.stringContaining(`study ${studyId} wants no such cluster`),
        type: 'NOT_OURS',
        nonRetryable: true,
      });
    }
    expect(bodies()).toEqual([]);
    stage.study.execution.cluster = { kind: 'own', name: 'beams', slots: 3 };
    expect(await create()).toEqual({ clusterId: 'c1' });
  });

  it('where one of another study that shares it lives, and its workflow is gone', async () => {
    await keepMadeCluster(stage.store, 'c1', { studyId: 'other-1', name: 'beams' });
    stage.clusters.push({ id: 'c1', name: 'theirs', history: [{ status: 'Started' }] });
    expect(await create()).toEqual({ clusterId: 'c1', madeFor: 'other-1', holders: [] });
    expect(bodies()).toEqual([]);
  });
});

describe('a further cluster', () => {
  const end = (id: string): void => {
    const cluster = stage.clusters.find((each) => each.id === id);
    if (cluster !== undefined) cluster.history = [{ status: 'Stopped' }, { status: 'Started' }];
  };

  it('is asked for where the last has ended, under the next number', async () => {
    await create();
    end('c1');
    expect(await create()).toEqual({ clusterId: 'c2' });
    expect(await stage.folder.read(layout.clusterMade(2))).toMatchObject({ clusterId: 'c2' });
    expect((await stage.effects()).at(-1)).toBe('create-cluster beams 2 sent c2');
    expect(await create()).toEqual({ clusterId: 'c2' });
  });

  it('that lives is given back, however few jobs the study has by now', async () => {
    for (const id of ['c1', 'c2', 'c3', 'c4']) {
      expect(await create()).toEqual({ clusterId: id });
      if (id !== 'c4') end(id);
    }
    stage.plan.jobs.length = 1;
    expect(await create()).toEqual({ clusterId: 'c4' });
    end('c4');
    await expect(create()).rejects.toThrow('has had 3 clusters');
  });

  it('is refused after two more than the study has jobs', async () => {
    for (const id of ['c1', 'c2', 'c3', 'c4']) {
      expect(await create()).toEqual({ clusterId: id });
      end(id);
    }
    await expect(create()).rejects.toThrow(
      `study ${studyId} has had 4 clusters, as many as its jobs can want`,
    );
    expect(bodies()).toHaveLength(4);
  });

  it('is granted for jobs that were repeated, too: those that go on and those that have ended', async () => {
    stage.plan.jobs.length = 1;
    await stage.folder.write(layout.platformJob(1), { jobId: 'a' });
    await stage.folder.write(layout.outcomes(2), []);
    for (const id of ['c1', 'c2', 'c3', 'c4']) {
      expect(await create()).toEqual({ clusterId: id });
      end(id);
    }
    await expect(create()).rejects.toThrow('has had 4 clusters');
  });
});

describe('a cluster of other hardware, as the study was amended', () => {
  /** The study as it was started, and with one slot more. @returns asks for its cluster as it stands */
  async function amend(shutdown: () => Promise<unknown>) {
    await create();
    const [made] = stage.clusters;
    if (made !== undefined) made.history = [{ status: 'Started' }];
    const files = { studyFile: { name: 'study.yaml', sha256: 'a'.repeat(64) }, files: [] };
    const facts = { createdAt: '2026-01-01T02:00:00Z', engineVersion: '1', runs: [] };
    const amendment = { by: 'ann', changes: ['hardware'] };
    await createAmendment(
      stage.folder,
      { revision: 1, ...files },
      { ...files, ...facts, amendment },
    );
    const wide = {
      ...stage.study,
      execution: { cluster: { kind: 'own', name: 'beams', slots: 4 } },
    };
    const get = (_id: string, revision = 2) =>
      Promise.resolve({ study: revision === 1 ? stage.study : wide, plan: stage.plan });
    Object.assign(stage.dependencies.platform.clusters, { shutdown });
    const dependencies = { ...stage.dependencies, studyCache: { get } } as unknown as Parameters<
      typeof createCluster
    >[0];
    return (spec?: string) =>
      createCluster(
        dependencies,
        { studyId, name: 'beams', ...(spec === undefined ? {} : { spec }) },
        stage.run,
      );
  }

  const small = '3 slots x 2 cores of emerald, walltime 8 h, ansys 1';

  it('isn’t the one that is wanted: it is ended, once, and another one is made', async () => {
    let ends = 0;
    const ask = await amend(() => Promise.resolve((ends += 1)));
    expect(await ask()).toEqual({ clusterId: 'c2' });
    expect(await stage.effects()).toEqual([
      ...['create-cluster beams 1 intent', 'create-cluster beams 1 sent c1'],
      ...['end-cluster c1 intent', 'end-cluster c1 sent'],
      ...['create-cluster beams 2 intent', 'create-cluster beams 2 sent c2'],
    ]);
    expect(bodies()[1]?.value).toMatchObject({ hardware: { slots: 4 } });
    expect(await stage.folder.read(layout.clusterMade(2))).toMatchObject({ revision: 2 });
    expect(await ask()).toEqual({ clusterId: 'c2' });
    expect(ends).toBe(1);
  });

  it('is left to the reaper where the platform refuses to end it now', async () => {
    const call = { method: 'POST', path: 'clusters/c1/shutdown/' };
    const ask = await amend(() =>
      Promise.reject(new InvalidRequestError('not now', [], { ...call, status: 400 })),
    );
    expect(await ask()).toEqual({ clusterId: 'c2' });
    expect(await isAskedToEnd(stage.store, 'c1')).toBe(true);
  });

  it('is the one that is wanted as long as jobs are left that it is asked for', async () => {
    const ask = await amend(() => Promise.reject(new Error('nobody ends it')));
    expect(await ask(small)).toEqual({ clusterId: 'c1' });
    expect(bodies()).toHaveLength(1);
  });
});

describe('a cluster whose answer was lost', () => {
  const lose = async (): Promise<void> => {
    await stage.folder.write(layout.clusterMade(1), {
      ...{ name: 'beams', at: new Date().toISOString() },
    });
  };

  it('is found on the platform by its name, kept, and told in the ledger', async () => {
    await lose();
    stage.clusters.push(
      { id: 'c7', name: 'beams', history: [{ status: 'Started' }] },
      { id: 'c8', name: fullName, history: [{ status: 'Started' }] },
    );
    expect(await create()).toEqual({ clusterId: 'c8' });
    expect(bodies()).toEqual([]);
    expect(await stage.folder.read(layout.clusterMade(1))).toMatchObject({ clusterId: 'c8' });
    expect(await stage.effects()).toEqual(['create-cluster beams 1 found c8']);
    expect(await findMadeCluster(stage.store, 'c8')).toEqual({ studyId, name: 'beams' });
  });

  it('is looked for only once the platform must show it, and the look ends with the activity', async () => {
    const poll = { minMs: 1, maxMs: 300 };
    const stopped = new AbortController();
    const dependencies = { ...stage.dependencies, poll };
    const late = (signal = stage.run.signal) =>
      createCluster(dependencies, { studyId, name: 'beams' }, { ...stage.run, signal });
    await lose();
    setTimeout(() => stopped.abort(), 20);
    await expect(late(stopped.signal)).rejects.toThrow('aborted');
    expect(stage.sent).toEqual([]);
    await lose();
    const begunMs = performance.now();
    const fullNamed = { id: 'c8', name: fullName, history: [{ status: 'Started' }] };
    setTimeout(() => stage.clusters.push(fullNamed), 50);
    expect(await late()).toEqual({ clusterId: 'c8' });
    expect(performance.now() - begunMs).toBeGreaterThan(80);
    expect(stage.sent.filter(({ what }) => what === 'list')).toHaveLength(1);
  });

  it('is the one that another try has kept meanwhile', async () => {
    await lose();
    const poll = { minMs: 1, maxMs: 300 };
    const dependencies = { ...stage.dependencies, poll };
    stage.clusters.push({ id: 'c9', name: 'x', history: [{ status: 'Started' }] });
    const created = createCluster(dependencies, { studyId, name: 'beams' }, stage.run);
    const at = new Date().toISOString();
    await stage.folder.write(layout.clusterMade(1), { name: 'beams', at, clusterId: 'c9' });
    expect(await created).toEqual({ clusterId: 'c9' });
    expect(stage.sent.filter(({ what }) => what === 'list')).toEqual([]);
  });

  it('that was asked for long ago is looked for at once', async () => {
    // No longer ago than a timer can wait, as a longer wait would be none; the lag would be 10 s.
    const at = new Date(Date.now() - 3_600_000).toISOString();
    await stage.folder.write(layout.clusterMade(1), { name: 'beams', at });
    stage.clusters.push({ id: 'c8', name: fullName, history: [{ status: 'Started' }] });
    const dependencies = { ...stage.dependencies, poll: { minMs: 1, maxMs: 600_000 } };
    const run = { ...stage.run, signal: AbortSignal.timeout(8_000) };
    const created = createCluster(dependencies, { studyId, name: 'beams' }, run);
    expect(await created).toEqual({ clusterId: 'c8' });
  });

  it('is asked for again under its own number where the platform has none', async () => {
    await lose();
    expect(await create()).toEqual({ clusterId: 'c1' });
    expect(await stage.folder.has(layout.clusterMade(2))).toBe(false);
    expect((await stage.effects()).at(-1)).toBe('create-cluster beams 1 sent c1');
  });

  it('is none of those that the study had before', async () => {
    await create();
    const [first] = stage.clusters;
    if (first !== undefined) first.history = [{ status: 'Started' }];
    await stage.folder.write(layout.clusterMade(2), {
      name: 'beams',
      at: new Date().toISOString(),
    });
    expect(await create()).toEqual({ clusterId: 'c2' });
    expect(bodies()).toHaveLength(2);
  });
});

it('a study of another name is looked at, and none that is closed', async () => {
  const snapshot: StudySnapshot = {
    ...{ formatVersion: 1, studyId, studyName: 'beams', planHash: '', createdAt: '' },
    ...{ engineVersion: '', studyFile: { name: 'study.yaml', sha256: '0'.repeat(64) }, files: [] },
  };
  await stage.folder.write(layout.snapshot, snapshot);
  await keepMadeCluster(stage.store, 'c1', { studyId: 'other-1', name: 'else' });
  stage.clusters.push({ id: 'c1', name: 'theirs', history: [{ status: 'Started' }] });
  expect(await create()).toEqual({ clusterId: 'c2' });
});
