import { describe, expect, it } from 'vitest';
import { collectEndedRuns } from '../../../activities/jobs/collect-ended-runs.ts';
import { collectJob } from '../../../activities/jobs/collect-job.ts';
import { refuseJob } from '../../../activities/jobs/refuse-job.ts';
import { hoursOfRuns } from '../../../src/run/run-hours.ts';
import { keepJobHours, layout, readAttempts, readRunHours } from '../../../src/store/index.ts';
import { serveJob, target } from './served-job.ts';

const activity = { signal: new AbortController().signal, attempt: 1, show: () => undefined };
const message = 'four workflows of this job ended before it did';

describe('a job that is given up', () => {
  it('keeps the outcomes of the runs that were judged before, done and failed', async () => {
    const job = await serveJob(4);
    job.platform.ended.set(1, 0).set(2, 7);
    await collectEndedRuns(job.dependencies, target, activity);
    // By a collecting that was cut off before it kept the outcomes.
    await keepJobHours(job.folder, 1, 1, 9);
    for (let times = 1; times <= 2; times += 1) {
      expect(await refuseJob(job.dependencies, { ...target, message }, activity)).toMatchObject({
        change: {
          done: 1,
          failed: 3,
          failures: [
            { reason: 'exit-code', count: 1 },
            { reason: 'job-failed', count: 2 },
          ],
        },
      });
    }
    const outcomes = (await readAttempts(job.folder)).flat();
    expect(await readRunHours(job.folder)).toEqual(new Map([[1, hoursOfRuns(outcomes)]]));
    expect(outcomes).toMatchObject([
      { run: 1, status: 'Done', values: { y: 1 } },
      { run: 2, status: 'Failed', exitCode: 7 },
      { run: 3, status: 'Failed', reason: 'job-failed', message },
      { run: 4, status: 'Failed', message },
    ]);
  });

  it('keeps all of them where it was collected to its end', async () => {
    const job = await serveJob(2);
    job.platform.ended.set(1, 0).set(2, 0);
    await collectJob(job.dependencies, { ...target, stopped: false }, activity);
    expect(await refuseJob(job.dependencies, { ...target, message }, activity)).toMatchObject({
      change: { done: 2, failed: 0 },
    });
  });

  it('as its cluster was lost, lets the runs that it did not judge run again', async () => {
    const job = await serveJob(3, { platform: 1 });
    job.platform.ended.set(1, 0).set(2, 7);
    await collectEndedRuns(job.dependencies, target, activity);
    const lost = { ...target, message: 'cluster c1 was lost', clusterLost: true } as const;
    expect(await refuseJob(job.dependencies, lost, activity)).toMatchObject({
      outcome: 'refused',
      change: { done: 1, failed: 2 },
      retryable: 1,
    });
    await job.folder.write(layout.jobCluster(1), { clusterId: 'c9' });
    expect(await refuseJob(job.dependencies, lost, activity)).toMatchObject({ lostCluster: 'c9' });
    const [, , third] = (await readAttempts(job.folder)).flat();
    expect(third).toMatchObject({
      ...{ run: 3, reason: 'not-started', lostWithCluster: true, message: 'cluster c1 was lost' },
    });
    const none = await serveJob(3);
    expect(await refuseJob(none.dependencies, lost, activity)).not.toHaveProperty('lostCluster');
    expect(await refuseJob(none.dependencies, lost, activity)).toMatchObject({ retryable: 0 });
  });
});
