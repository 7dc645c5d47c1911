import { expect, it } from 'vitest';
import { selectJobs } from '../../../activities/archive/select-jobs.ts';
import { archiveLayout } from '../../../src/archive/index.ts';
import { searchTag } from '../../../src/store/index.ts';
import { serveFinishedJobs, type FinishedJobs } from './finished-jobs.ts';
import { openPasses } from './run-passes.ts';

const passTime = '2026-03-01T03:00:00.000Z';
const target = { archive: 'nightly', passTime };
const old = '2026-02-01T00:00:00Z';
const young = '2026-02-28T00:00:00Z';

async function chosenBy(platform: FinishedJobs, select: string): Promise<readonly string[]> {
  const passes = await openPasses(platform, { select });
  await selectJobs(passes.dependencies, target, passes.run);
  const choices = await passes.folder.read(archiveLayout.selection(passTime));
  return choices.map(({ name, choice }) => `${name}: ${choice}`).sort();
}

it('chooses by the platform’s search, and by age, state, study and custom field', async () => {
  const platform = await serveFinishedJobs();
  const ofStudy = `beam job 1 ${searchTag('elsewhere')} j0123456789ab`;
  await platform.addJob({ name: 'old', endedAt: old, tags: ['done'] });
  const approved = await platform.addJob({ name: 'young', endedAt: young, tags: ['done'] });
  await platform.addJob({ name: 'failed', endedAt: old, status: 'Failed' });
  await platform.addJob({ name: ofStudy, endedAt: old });
  await platform.addJob({ name: 'running' });
  await platform.writeField(approved, 'Approved', 'yes');
  expect(await chosenBy(platform, '#done')).toEqual(['old: new', 'young: new']);
  expect(await chosenBy(platform, '#done and age:>7d')).toEqual(['old: new']);
  expect(await chosenBy(platform, 'state:not_completed')).toEqual([
    'failed: new',
    'running: running',
  ]);
  expect(await chosenBy(platform, 'study:beam')).toEqual([`${ofStudy}: new`]);
  expect(await chosenBy(platform, 'field:"Approved"=yes')).toEqual([
    'running: running',
    'young: new',
  ]);
  expect(await chosenBy(platform, 'owner:engineer@localhost and age:<7d')).toEqual([
    'running: running',
    'young: new',
  ]);
});

it('judges ages by the clock where the pass is for a time to come', async () => {
  const platform = await serveFinishedJobs();
  await platform.addJob({ name: 'old', endedAt: old });
  await platform.addJob({ name: 'young', endedAt: young });
  const clock = () => new Date(passTime);
  const passes = await openPasses(platform, { select: 'age:>7d' }, { now: clock });
  const ahead = { ...target, passTime: '2026-06-01T03:00:00.000Z' };
  await selectJobs(passes.dependencies, ahead, passes.run);
  const choices = await passes.folder.read(archiveLayout.selection(ahead.passTime));
  expect(choices.map(({ name }) => name)).toEqual(['old']);
});

it('reads every page, and keeps the choice once for each pass', async () => {
  const platform = await serveFinishedJobs();
  for (let index = 0; index < 205; index += 1) await platform.addJob({ endedAt: old });
  const passes = await openPasses(platform);
  const first = await selectJobs(passes.dependencies, target, passes.run);
  expect(first).toMatchObject({ jobs: 205, batches: 9, left: {}, studies: [] });
  expect(platform.requests.filter((request) => request.includes('page='))).toHaveLength(3);
  await platform.addJob({ endedAt: old });
  expect(await selectJobs(passes.dependencies, target, passes.run)).toEqual(first);
});

it('takes nothing from a platform that ignores the search', async () => {
  const platform = await serveFinishedJobs({
    faults: [
      {
        match: { path: '/api/v2/jobs/' },
        when: 'before',
        what: {
          status: 200,
          body: { count: 1, next: null, previous: null, results: [{ id: 'x', name: 'any' }] },
        },
      },
    ],
  });
  const passes = await openPasses(platform, { select: '#done' });
  await expect(selectJobs(passes.dependencies, target, passes.run)).rejects.toThrow(
    /The platform ignores the search .*: it answered with the job any\. Nothing is archived/u,
  );
});

it('names the place of a mistake in the rule', async () => {
  const platform = await serveFinishedJobs();
  const passes = await openPasses(platform, { select: '#done and age:old' });
  await expect(selectJobs(passes.dependencies, target, passes.run)).rejects.toThrow(
    'character 11: expected an age',
  );
});

it('looks at an unchanged job in full once a week, and takes what its row doesn’t show', async () => {
  const platform = await serveFinishedJobs();
  const jobId = await platform.addJob({ name: 'beam', endedAt: old });
  const passes = await openPasses(platform);
  const night = (nth: number): string => `2026-03-${String(nth).padStart(2, '0')}T03:00:00.000Z`;
  await passes.pass(night(1));
  await platform.writeField(jobId, 'Approved', 'yes');
  platform.requests.length = 0;
  for (let nth = 2; nth <= 7; nth += 1) {
    expect(await passes.pass(night(nth))).toMatchObject({ archived: { jobs: 0 } });
  }
  expect(platform.requests).toHaveLength(6);
  expect(await passes.pass(night(8))).toMatchObject({ proven: { jobs: 1 } });
  expect(await passes.record(jobId)).toMatchObject({ version: 2 });
  expect(await passes.pass(night(15))).toMatchObject({ outcome: 'clean', archived: { jobs: 0 } });
  expect(await passes.report(night(15))).toMatchObject({ unchanged: 1 });
});

it('leaves to later passes what was made or ended after the time of a pass that is made up for', async () => {
  const platform = await serveFinishedJobs();
  await platform.addJob({ name: 'before', endedAt: old });
  const after = await platform.addJob({ name: 'after', endedAt: '2026-03-01T03:00:01Z' });
  platform.clock = '2026-03-05T00:00:00Z';
  await platform.addJob({ name: 'made after', endedAt: '2026-03-06T00:00:00Z' });
  let now = '2026-06-01T00:00:00Z';
  const order = { deleteJobs: true, keepMs: 0 };
  const passes = await openPasses(platform, order, { now: () => new Date(now) });
  const chosen = async (time: string): Promise<readonly string[]> => {
    await selectJobs(passes.dependencies, { ...target, passTime: time }, passes.run);
    const choices = await passes.folder.read(archiveLayout.selection(time));
    return choices.map(({ name, choice }) => `${name}: ${choice}`).sort();
  };
  expect(await chosen(passTime)).toEqual(['after: later', 'before: new', 'made after: later']);
  expect(platform.requests.join()).not.toContain(`jobs/${after}/outputs`);
  expect(await chosen('2026-03-01T03:00:01.000Z')).toContain('after: new');
  expect(await chosen('2026-03-07T00:00:00.000Z')).toContain('made after: new');
  // By a clock that lags behind the platform's, a pass of now takes what has ended.
  now = '2026-03-01T03:00:02.000Z';
  expect(await chosen('2026-03-01T03:00:00.500Z')).toContain('after: new');
});
