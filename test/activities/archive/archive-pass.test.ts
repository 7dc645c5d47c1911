import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closePass } from '../../../activities/archive/close-pass.ts';
import { openPass } from '../../../activities/archive/open-pass.ts';
import { planDeletions } from '../../../activities/archive/plan-deletions.ts';
import { selectJobs } from '../../../activities/archive/select-jobs.ts';
import { archiveLayout, verifyDestination } from '../../../src/archive/index.ts';
import { openFolderStore } from '../../../src/objects/index.ts';
import { serveFinishedJobs } from './finished-jobs.ts';
import { begun, openPasses } from './run-passes.ts';

const night1 = '2026-03-01T03:00:00.000Z';
const night2 = '2026-03-02T03:00:00.000Z';

it('copies finished jobs into bags, proves them, and leaves them alone the next night', async () => {
  const platform = await serveFinishedJobs();
  const input = await platform.upload('in.dat', 'input');
  const jobId = await platform.addJob({
    ...{ name: 'beam', endedAt: '2026-02-01T00:00:00Z', inputs: [input] },
    outputs: { 'run1/out.txt': 'one', 'run2/sub/out.txt': 'two' },
  });
  await platform.addJob({ name: 'still running' });
  const passes = await openPasses(platform);

  const result = await passes.pass(night1);
  expect(result).toMatchObject({ outcome: 'clean', proven: { jobs: 1, files: 3, bytes: 11 } });
  const files = await passes.files(`jobs/${jobId}/v1`);
  expect(files).toMatchObject({
    'data/inputs/id1/in.dat': 'input',
    'data/outputs/run1/out.txt': 'one',
    'data/outputs/run2/sub/out.txt': 'two',
  });
  expect(Object.keys(files)).toContain('tagmanifest-sha256.txt');
  expect(JSON.parse(files['data/custom-fields.json'] ?? '')).toHaveProperty('Approved');
  expect(await passes.record(jobId)).toMatchObject({ version: 1, provenAt: night1, files: 11 });

  platform.requests.length = 0;
  expect(await passes.pass(night2)).toMatchObject({ outcome: 'clean', archived: { jobs: 0 } });
  expect(platform.requests).toEqual(['GET /api/v2/jobs/?state=completed&f=1&page=1&page_size=100']);
  expect(await passes.report(night2)).toMatchObject({ unchanged: 1, failed: 0 });
});

it('archives anew under a new order of the same name, also for a time that had a pass before', async () => {
  const platform = await serveFinishedJobs();
  const jobId = await platform.addJob({ name: 'beam', endedAt: '2026-02-01T00:00:00Z' });
  const passes = await openPasses(platform);
  await passes.pass(night1);
  await passes.close(night1);
  const before = await passes.files('jobs');
  renameSync(passes.root, `${passes.root}-before`);
  const order = await passes.folder.read(archiveLayout.order);
  await passes.folder.write(archiveLayout.order, { ...order, createdAt: '2026-03-05T00:00:00Z' });

  expect(await passes.pass(night1)).toMatchObject({ outcome: 'clean', proven: { jobs: 1 } });
  expect(await passes.files('jobs')).toEqual(before);
  expect(await passes.record(jobId)).toMatchObject({ provenAt: night1 });
});

it('keeps its report beside that of another archive which writes into the same place at the same time', async () => {
  const platform = await serveFinishedJobs();
  await platform.addJob({ name: 'beam', endedAt: '2026-02-01T00:00:00Z' });
  const passes = await openPasses(platform);
  await passes.pass(night1);
  const { dependencies, store, folder, run } = passes;
  const other = { archive: 'weekly', passTime: night1 };
  const order = await folder.read(archiveLayout.order);
  await store
    .standingOrder('archives', 'weekly')
    .write(archiveLayout.order, { ...order, name: 'weekly' });
  await openPass(dependencies, other, run);
  await selectJobs(dependencies, other, run);
  await closePass(dependencies, { ...other, progress: begun }, run);

  const nightly = await passes.files('passes/2026-03-01T03-00-00.000Z-nightly');
  const weekly = await passes.files('passes/2026-03-01T03-00-00.000Z-weekly');
  expect(JSON.parse(nightly['report.json'] ?? '')).toMatchObject({ proven: { jobs: 1 } });
  expect(JSON.parse(weekly['report.json'] ?? '')).toMatchObject({ proven: { jobs: 0 } });
  expect(Object.keys(await passes.files('pass-records'))).toHaveLength(2);
  const { whole, passes: reports, notes } = await verifyDestination(openFolderStore(passes.root));
  expect({ whole, reports, notes }).toEqual({ whole: true, reports: 2, notes: [] });
});

it('leaves nothing in the destination of writers that were killed', async () => {
  const platform = await serveFinishedJobs();
  const jobId = await platform.addJob({ name: 'beam', endedAt: '2026-02-01T00:00:00Z' });
  const passes = await openPasses(platform);
  await passes.copy(night1);
  for (const place of ['archive.json', `records/${jobId}.json`]) {
    writeFileSync(join(passes.root, `${place}.0123456789ab.part`), 'half');
  }
  await passes.close(night1);
  expect(Object.keys(await passes.files()).filter((path) => path.endsWith('.part'))).toEqual([]);
});

it('proposes deletions with the bytes of the platform’s files, as it tells what it archived', async () => {
  const platform = await serveFinishedJobs();
  const endedAt = '2026-02-01T00:00:00Z';
  const jobId = await platform.addJob({ name: 'beam', endedAt, outputs: { out: '12345' } });
  const passes = await openPasses(platform, { deleteJobs: true, approve: true, keepMs: 0 });
  const plan = (passTime: string) => {
    const target = { archive: 'nightly', passTime };
    return planDeletions(passes.dependencies, target, passes.run);
  };
  await passes.copy(night1);
  expect(await plan(night1)).toMatchObject({ jobs: 1, bytes: 5 });
  // As earlier versions recorded it.
  const record = await passes.record(jobId);
  if (record === undefined) throw new Error('no record');
  await passes.writeRecord({ ...record, platformBytes: undefined });
  expect(await plan(night2)).toMatchObject({ jobs: 1, bytes: 5 });
});

it('proposes no deletion with a wrong size where the destination fails to read a whole copy', async () => {
  const platform = await serveFinishedJobs();
  const jobId = await platform.addJob({
    endedAt: '2026-02-01T00:00:00Z',
    outputs: { out: '12345' },
  });
  let fails = false;
  const passes = await openPasses(
    platform,
    { deleteJobs: true, keepMs: 0 },
    {
      openDestination: (address) => {
        const objects = openFolderStore(address);
        const read: typeof objects.read = (key) =>
          fails && key.endsWith('/files.json')
            ? Promise.reject(new Error('no answer'))
            : objects.read(key);
        return Promise.resolve({ ...objects, read });
      },
    },
  );
  await passes.copy(night1);
  const record = (await passes.record(jobId)) ?? expect.fail('no record');
  await passes.writeRecord({ ...record, platformBytes: undefined });
  const target = { archive: 'nightly', passTime: night1 };
  fails = true;
  await expect(planDeletions(passes.dependencies, target, passes.run)).rejects.toThrow('no answer');
  fails = false;
  expect(await planDeletions(passes.dependencies, target, passes.run)).toMatchObject({ bytes: 5 });
});
