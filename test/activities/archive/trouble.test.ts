import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { archiveJobs } from '../../../activities/archive/archive-jobs.ts';
import { deleteJobs } from '../../../activities/archive/delete-jobs.ts';
import { openPass } from '../../../activities/archive/open-pass.ts';
import { selectJobs } from '../../../activities/archive/select-jobs.ts';
import { waitOutTrouble } from '../../../activities/wait-out-trouble.ts';
import { archiveLayout } from '../../../src/archive/index.ts';
import { openFolderStore } from '../../../src/objects/index.ts';
import type { Trouble } from '../../../src/run/trouble.ts';
import { serveFinishedJobs } from './finished-jobs.ts';
import { openPasses, type Passes } from './run-passes.ts';

// Many small files, each flushed to a disk that others use too.
vi.setConfig({ testTimeout: 120_000 });

const night1 = '2026-03-01T03:00:00.000Z';
const night2 = '2026-03-02T03:00:00.000Z';
const endedAt = '2026-02-01T00:00:00Z';
const contents = '/api/v2/files/*/contents/';

/** Works as an activity does: what heals is waited for. */
async function patiently<T>(work: () => Promise<T>): Promise<readonly Trouble[]> {
  const troubles: Trouble[] = [];
  await waitOutTrouble(work, {
    signal: new AbortController().signal,
    untilMs: Infinity,
    earlier: undefined,
    now: () => new Date(),
    onTrouble: (trouble) => troubles.push(trouble),
    checkToken: () => Promise.resolve(),
  });
  return troubles;
}

/** All of the destination but the pages of passes, which tell how long they took. */
async function lasting(passes: Passes): Promise<Readonly<Record<string, string>>> {
  const files = Object.entries(await passes.files());
  return Object.fromEntries(
    files
      .filter(([path]) => !/^pass(?:es|-records)\//u.test(path) && path !== 'archive.json')
      .map(([path, text]) => [path, createHash('sha256').update(text).digest('hex')]),
  );
}

it('gives the same bytes whatever was cut, refused or broken on the way', async () => {
  const jobs = Array.from({ length: 7 }, (_, index) => ({
    ...{ name: `job ${index}`, endedAt },
    outputs: { 'run1/a.txt': `a${index}`.repeat(5_000), 'run1/b.txt': `b${index}` },
  }));
  const calm = await serveFinishedJobs();
  for (const job of jobs) await calm.addJob(job);
  const expected = await openPasses(calm);
  await expected.copy(night1);

  const stormy = await serveFinishedJobs({
    faults: [
      { match: { path: contents, every: 5 }, when: 'before', what: { cutAtByte: 100 } },
      { match: { path: contents, every: 7 }, when: 'before', what: { status: 503 } },
      { match: { path: contents, every: 11 }, when: 'before', what: 'damage' },
      { match: { path: contents, every: 13 }, when: 'before', what: { endAtByte: 50 } },
      { match: { path: '/api/v2/jobs/*/files/', every: 4 }, when: 'before', what: 'reset' },
      {
        match: { path: '/api/v2/jobs/*/statuses/', every: 3 },
        when: 'before',
        what: { status: 502 },
      },
    ],
  });
  for (const job of jobs) await stormy.addJob(job);
  const passes = await openPasses(stormy);
  await passes.copy(night1);
  expect(await lasting(passes)).toEqual(await lasting(expected));
  expect(Object.keys(await lasting(passes)).length).toBeGreaterThan(90);
});

it('goes on after it was killed in the middle of a batch, and ends with the same bytes', async () => {
  const platform = await serveFinishedJobs();
  for (let index = 0; index < 3; index += 1) {
    await platform.addJob({
      name: `job ${index}`,
      endedAt,
      outputs: { a: `${index}`, b: 'b', c: 'c' },
    });
  }
  const expected = await openPasses(platform);
  await expected.copy(night1);
  for (const [writes, isLost] of [3, 13, 15, 30].flatMap((at) => [
    [at, false] as const,
    [at, true] as const,
  ])) {
    let left = writes;
    // As a killed process: the write didn't happen, or its answer was lost, and nothing more is done.
    const passes = await openPasses(
      platform,
      {},
      {
        openDestination: (address) => {
          const objects = openFolderStore(address);
          const mortal = async (work: () => Promise<void>): Promise<void> => {
            left -= 1;
            if (left < 0 || (left === 0 && !isLost)) throw new Error('killed');
            await work();
            if (left === 0) throw new Error('killed');
          };
          return Promise.resolve({
            ...objects,
            write: (key, chunks) => mortal(() => objects.write(key, chunks)),
            draft: (key, chunks) => mortal(() => objects.draft(key, chunks)),
            settle: (keys) => mortal(() => objects.settle(keys)),
          });
        },
      },
    );
    await expect(passes.copy(night1)).rejects.toThrow('killed');
    left = Infinity;
    await passes.copy(night1);
    expect(await lasting(passes)).toEqual(await lasting(expected));
  }
});

it('records a file that is damaged for ever as its job’s fault, and takes the others', async () => {
  const platform = await serveFinishedJobs({
    faults: [{ match: { path: '/api/v2/jobs/id3/files/' }, when: 'before', what: 'wrongMd5' }],
  });
  for (const name of ['one', 'two', 'three']) {
    await platform.addJob({ name, endedAt, outputs: { 'run1/out.txt': name } });
  }
  const passes = await openPasses(platform);
  expect(await passes.pass(night1)).toMatchObject({
    outcome: 'troubled',
    proven: { jobs: 2, failed: 0 },
    archived: { jobs: 2, failed: 1 },
  });
  const { jobs, whatToDo } = await passes.report(night1);
  expect(jobs.find(({ name }) => name === 'two')).toMatchObject({
    what: 'failed',
    reason: expect.stringContaining('out.txt can’t be had: ') as string,
  });
  expect(whatToDo.join()).toContain('doeflow archive trigger nightly');
  expect(await passes.record('id3')).toBeUndefined();
});

it('waits while the platform is down, says so, and blames no job', async () => {
  const platform = await serveFinishedJobs({
    faults: [{ match: { path: contents, times: 12 }, when: 'before', what: { status: 503 } }],
  });
  await platform.addJob({ name: 'one', endedAt, outputs: { out: '1' } });
  await platform.addJob({ name: 'two', endedAt, outputs: { out: '2' } });
  const passes = await openPasses(platform);
  await passes.copy(night1);
  expect((await passes.close(night1)).outcome).toBe('clean');
  expect(passes.shown).toContainEqual(
    expect.objectContaining({
      trouble: expect.objectContaining({ waitingFor: 'the platform' }) as object,
    }),
  );
});

it('blames the one job whose record the platform can’t give, while others are given', async () => {
  const platform = await serveFinishedJobs({
    faults: [{ match: { path: '/api/v2/jobs/id1/' }, when: 'before', what: { status: 500 } }],
  });
  await platform.addJob({ name: 'bad', endedAt });
  await platform.addJob({ name: 'good', endedAt });
  const passes = await openPasses(platform);
  await passes.pass(night1);
  const { jobs } = await passes.report(night1);
  expect(jobs.map(({ name, what }) => [name, what])).toEqual([
    ['bad', 'failed'],
    ['good', 'proven'],
  ]);
  expect(jobs[0]?.reason).toContain('fails for this job and not for others');
});

it('waits for a disk that is full', async () => {
  const platform = await serveFinishedJobs();
  const jobId = await platform.addJob({ name: 'one', endedAt, outputs: { out: '1' } });
  let fails = 3;
  const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', errno: -28 });
  const passes = await openPasses(
    platform,
    {},
    {
      openDestination: (address) => {
        const objects = openFolderStore(address);
        const draft: typeof objects.draft = (key, chunks) =>
          key.includes('outputs') && (fails -= 1) >= 0
            ? Promise.reject(new Error(`Cannot write ${key}: the disk is full`, { cause: full }))
            : objects.draft(key, chunks);
        return Promise.resolve({ ...objects, draft });
      },
    },
  );
  const target = { archive: 'nightly', passTime: night1 };
  await selectJobs(passes.dependencies, target, passes.run);
  const troubles = await patiently(() =>
    archiveJobs(passes.dependencies, { ...target, batch: 1 }, passes.run),
  );
  expect(troubles.map(({ waitingFor }) => waitingFor)).toEqual(Array(3).fill('room on the disk'));
  expect(await passes.record(jobId)).toMatchObject({ files: 9 });
});

it('waits for a destination that isn’t mounted, and fills no empty folder in its place', async () => {
  const platform = await serveFinishedJobs();
  await platform.addJob({ name: 'one', endedAt, outputs: { out: '1' } });
  const passes = await openPasses(platform);
  await passes.pass(night1);
  const [mounted, elsewhere] = [passes.root, `${passes.root}-unmounted`];
  await rename(mounted, elsewhere);
  await mkdir(mounted);
  const opened: string[] = [];
  let attempts = 0;
  const target = { archive: 'nightly', passTime: night2 };
  const troubles = await patiently(async () => {
    opened.push(...(await readdir(mounted)));
    if (opened.length === 0 && (attempts += 1) === 3) {
      await rmdir(mounted);
      await rename(elsewhere, mounted);
    }
    await selectJobs(passes.dependencies, target, passes.run);
  });
  expect(troubles.map(({ code }) => code)).toEqual(['STORAGE_EMPTIED', 'STORAGE_EMPTIED']);
  expect(troubles[0]?.lastError).toContain('Mount the disk');
  expect(opened).toEqual([]);
});

it('waits where another archive lies in the place of its own, and writes nothing into that', async () => {
  const platform = await serveFinishedJobs();
  await platform.addJob({ name: 'one', endedAt, outputs: { out: '1' } });
  const [passes, others] = [await openPasses(platform), await openPasses(platform)];
  await passes.pass(night1);
  await others.pass(night1);
  const own = `${passes.root}-own`;
  await rename(passes.root, own);
  const mark = join(others.root, 'archive.json');
  const { engineId } = JSON.parse(await readFile(join(own, 'archive.json'), 'utf8')) as {
    readonly engineId: string;
  };
  const stranger = JSON.parse(await readFile(mark, 'utf8')) as object;
  await writeFile(mark, JSON.stringify({ ...stranger, engineId }));
  await symlink(others.root, passes.root);
  const before = await others.files();
  const target = { archive: 'nightly', passTime: night2 };
  await expect(selectJobs(passes.dependencies, target, passes.run)).rejects.toMatchObject({
    code: 'STORAGE_OTHER',
  });
  expect(await others.files()).toEqual(before);
  await rm(passes.root);
  await rename(own, passes.root);
  await selectJobs(passes.dependencies, target, passes.run);
});

it('has one writer by whatever path it is reached, and takes up its copies where it was moved', async () => {
  const platform = await serveFinishedJobs();
  await platform.addJob({ name: 'one', endedAt, outputs: { out: '1' } });
  const passes = await openPasses(platform);
  await passes.pass(night1);
  const { dependencies, folder, run } = passes;
  const order = await folder.read(archiveLayout.order);
  const first = await openPass(dependencies, { archive: 'nightly', passTime: night1 }, run);
  const moved = `${passes.root}-moved`;
  await rename(passes.root, moved);
  const createdAt = '2026-01-02T00:00:00Z';
  await folder.write(archiveLayout.order, { ...order, createdAt, destination: moved });
  await passes.copy(night2);
  const again = await openPass(dependencies, { archive: 'nightly', passTime: night2 }, run);
  expect(again).toMatchObject({ destination: moved, destinationKey: first.destinationKey });
  expect(
    await selectJobs(dependencies, { archive: 'nightly', passTime: night2 }, run),
  ).toMatchObject({ jobs: 0 });
});

it('notes a job that was deleted while the pass went on', async () => {
  const platform = await serveFinishedJobs();
  const gone = await platform.addJob({ name: 'gone', endedAt, outputs: { out: '1' } });
  await platform.addJob({ name: 'there', endedAt, outputs: { out: '2' } });
  const passes = await openPasses(platform);
  await selectJobs(passes.dependencies, { archive: 'nightly', passTime: night1 }, passes.run);
  await platform.client.jobs.delete(gone);
  expect(await passes.pass(night1)).toMatchObject({ outcome: 'clean', proven: { jobs: 1 } });
  expect(await passes.report(night1)).toMatchObject({ left: { gone: 1 } });
});

it('believes no passing 404, of a job, its lists or its files, and least of all before it deletes', async () => {
  const passing = ['', 'statuses/', 'files/'].map((list) => `/api/v2/jobs/id2/${list}`);
  const platform = await serveFinishedJobs({
    faults: [...passing, contents].map((path) => ({
      ...{ match: { method: 'GET', path, every: 2 }, when: 'before' },
      what: { status: 404, body: { detail: 'no route' } },
    })),
  });
  const input = await platform.upload('in.txt', 'input');
  const outputs = { 'run1/out.txt': '1' };
  const jobId = await platform.addJob({ name: 'one', endedAt, outputs, inputs: [input] });
  const passes = await openPasses(platform, { deleteJobs: true });
  expect(await passes.pass(night1)).toMatchObject({ outcome: 'clean', proven: { jobs: 1 } });
  const archived = await passes.files();
  expect(Object.keys(archived).filter((path) => path.endsWith('in.txt'))).toHaveLength(1);
  expect(JSON.stringify(archived)).not.toContain('isn’t on the platform any more');
  expect(await passes.pass(night2)).toMatchObject({ outcome: 'clean', deleted: { jobs: 1 } });
  expect(await passes.record(jobId)).toMatchObject({ deletedAt: night2 });
  expect(platform.requests.filter((request) => request.startsWith('DELETE'))).toHaveLength(1);
});

it('looks a lost answer to a deletion up, and deletes nothing twice', async () => {
  const platform = await serveFinishedJobs({
    faults: [
      { match: { method: 'DELETE', path: '/api/v2/jobs/*', nth: 1 }, when: 'after', what: 'reset' },
    ],
  });
  const jobId = await platform.addJob({ name: 'one', endedAt, outputs: { out: '1' } });
  const passes = await openPasses(platform, { deleteJobs: true });
  await passes.pass(night1);
  expect(await passes.pass(night2)).toMatchObject({ outcome: 'clean', deleted: { jobs: 1 } });
  expect(await passes.record(jobId)).toMatchObject({ deletedAt: night2 });
  expect(platform.requests.filter((request) => request.startsWith('DELETE'))).toHaveLength(1);
});

it('leaves a job that the platform can’t delete, and says so', async () => {
  const platform = await serveFinishedJobs({
    faults: [
      {
        match: { method: 'DELETE', path: '/api/v2/jobs/id1/' },
        when: 'before',
        what: { status: 500 },
      },
    ],
  });
  const jobId = await platform.addJob({ name: 'one', endedAt });
  await platform.addJob({ name: 'two', endedAt });
  const passes = await openPasses(platform, { deleteJobs: true, keepMs: 0 });
  expect(await passes.pass(night1)).toMatchObject({
    outcome: 'troubled',
    deleted: { jobs: 1, failed: 1 },
  });
  const { deletedAt, deleting, refusals } = (await passes.record(jobId)) ?? {};
  expect([deletedAt, deleting]).toEqual([undefined, undefined]);
  expect(refusals?.[0]?.reason).toContain('fails to delete it, and works otherwise');
  // Once more, as if the answer of the activity had been lost.
  await deleteJobs(
    passes.dependencies,
    { archive: 'nightly', passTime: night1, batch: 1 },
    passes.run,
  );
  expect((await passes.record(jobId))?.refusals).toHaveLength(1);
});
