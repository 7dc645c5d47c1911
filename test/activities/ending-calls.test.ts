/** Every call ends with its activity: a worker that shuts down, or a study that is stopped, leaves none behind. */
import { expect, it } from 'vitest';
import { collectEndedRuns } from '../../activities/jobs/collect-ended-runs.ts';
import { collectJob } from '../../activities/jobs/collect-job.ts';
import { layout } from '../../src/store/index.ts';
import { watchSignals } from './ending-calls.ts';
import { serveFinishedJobs } from './archive/finished-jobs.ts';
import { openPasses } from './archive/run-passes.ts';
import { serveJob, target } from './jobs/served-job.ts';

const night = (nth: number): string => `2026-03-0${nth}T03:00:00.000Z`;

it('those of a job’s collection', async () => {
  const job = await serveJob(3);
  job.platform.runsServed = true;
  job.platform.ended.set(1, 0).set(2, 7);
  const { platform, unending, calls } = watchSignals(job.dependencies.platform);
  const dependencies = { ...job.dependencies, platform };
  const run = { signal: new AbortController().signal, attempt: 1, show: () => undefined };
  await collectEndedRuns(dependencies, target, run);
  await job.folder.write(layout.jobCluster(1), { clusterId: 'c1' });
  job.platform.ended.set(3, 0);
  await collectJob(dependencies, { ...target, stopped: false }, run);
  expect([...calls].sort()).toEqual(
    expect.arrayContaining(['files.read', 'jobs.files', 'jobs.runs']),
  );
  expect([...unending]).toEqual([]);
});

it('those of an archive’s passes, also of one that deletes', async () => {
  const platform = await serveFinishedJobs();
  const input = await platform.upload('in.dat', 'i');
  const jobId = await platform.addJob({
    tags: ['done'],
    ...{ name: 'beam', endedAt: '2026-02-01T00:00:00Z', inputs: [input] },
    outputs: { 'run1/out.txt': 'one' },
  });
  await platform.writeField(jobId, 'Approved', 'yes');
  const { platform: client, unending, calls } = watchSignals(platform.client);
  const select = '#done and age:>1d and field:"Approved"=yes';
  const order = { deleteJobs: true, deleteInputFiles: true, keepMs: 0, select };
  const passes = await openPasses(platform, order, { platform: client });
  expect(await passes.pass(night(1))).toMatchObject({ deleted: { jobs: 1 } });
  expect([...calls]).toEqual(
    expect.arrayContaining(['jobs.delete', 'jobs.extendedLogs', 'jobs.runs', 'files.stream']),
  );
  expect([...unending]).toEqual([]);
});
