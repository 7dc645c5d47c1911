import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { archiveJobs } from '../../../activities/archive/archive-jobs.ts';
import { archiveStudy } from '../../../activities/archive/archive-study.ts';
import { deleteJobs } from '../../../activities/archive/delete-jobs.ts';
import { planDeletions } from '../../../activities/archive/plan-deletions.ts';
import { recordDecision } from '../../../activities/archive/record-decision.ts';
import { selectJobs } from '../../../activities/archive/select-jobs.ts';
import { archiveLayout, verifyDestination } from '../../../src/archive/index.ts';
import type { ApprovalDecision } from '../../../src/run/archive-contract.ts';
import { openDestination, openFolderStore } from '../../../src/objects/index.ts';
import { layout, searchTag, type DocumentFolder } from '../../../src/store/index.ts';
import { serveFinishedJobs, type FinishedJobs } from './finished-jobs.ts';
import { openPasses, type Passes } from './run-passes.ts';

const endedAt = '2026-02-01T00:00:00Z';
/** The nth night, from 1. */
const night = (nth: number): string => `2026-03-${String(nth).padStart(2, '0')}T03:00:00.000Z`;
const twoDays = 2 * 86_400_000;

const deletes = (platform: FinishedJobs): readonly string[] =>
  platform.requests.filter((request) => request.startsWith('DELETE'));

/** What the pass's report says of the only job, or of that with the name. */
async function told(passes: Passes, passTime: string, name = 'beam'): Promise<object | undefined> {
  const { jobs } = await passes.report(passTime);
  return jobs.findLast((job) => job.name === name);
}

const endedStudy = JSON.stringify({
  ...{ studyId: 'beam-1', state: 'Finished' },
  runs: { total: 1, done: 1, failed: 0 },
});

/** The study `beam-1`, which is open. */
async function addStudy({ store }: Passes): Promise<DocumentFolder> {
  const study = store.study('beam-1');
  await study.write(layout.snapshot, {
    ...{ formatVersion: 1, studyId: 'beam-1', studyName: 'beam', planHash: 'p' },
    ...{ createdAt: '2026-01-01T00:00:00Z', engineVersion: '0', files: [] },
    studyFile: {
      name: 'study.yaml',
      sha256: (await store.putBytes(Buffer.from('name: beam\n'))).sha256,
    },
  });
  await study.sink(layout.designTable)(['run,x\n1,2\n']);
  return study;
}

it('deletes a proven job once its keep time is over, and not a moment before', async () => {
  const platform = await serveFinishedJobs();
  const jobId = await platform.addJob({ name: 'beam', endedAt, outputs: { out: '1' } });
  const passes = await openPasses(platform, { deleteJobs: true, keepMs: twoDays });
  await passes.pass(night(1));
  await passes.pass(night(2));
  await passes.pass('2026-03-03T02:59:59.999Z');
  expect(deletes(platform)).toEqual([]);
  expect(await passes.pass(night(3))).toMatchObject({ deleted: { jobs: 1, files: 1, bytes: 1 } });
  expect(deletes(platform)).toEqual([`DELETE /api/v2/jobs/${jobId}/`]);
  expect(await passes.record(jobId)).toMatchObject({ provenAt: night(1), deletedAt: night(3) });
  expect(await passes.pass(night(4))).toMatchObject({ outcome: 'clean', deleted: { jobs: 0 } });
  expect(deletes(platform)).toHaveLength(1);
});

/** The pass's steps with a worker that dies at the nth thing it writes in the destination or in its own records of it. */
function dyingAt(nth: number, { dependencies }: Passes): ActivityDependencies {
  let writes = 0;
  const live = (): void => {
    writes += 1;
    if (writes >= nth) throw new Error('the worker died');
  };
  const dying = <T extends { write(...args: never[]): Promise<void> }>(one: T): T => ({
    ...one,
    write: async (...args: Parameters<T['write']>) => {
      live();
      await one.write(...args);
    },
  });
  const { store } = dependencies;
  return {
    ...dependencies,
    openDestination: async (address) => dying(await dependencies.openDestination(address)),
    store: { ...store, destinationRecords: (key) => dying(store.destinationRecords(key)) },
  };
}

it('deletes a job once and says so, at whichever of its writes the worker died', async () => {
  const survived: number[] = [];
  for (let nth = 1; survived.length === 0; nth += 1) {
    const platform = await serveFinishedJobs();
    const jobId = await platform.addJob({ name: 'beam', endedAt, outputs: { out: '1' } });
    const passes = await openPasses(platform, { deleteJobs: true, keepMs: twoDays });
    await passes.pass(night(1));
    const target = { archive: 'nightly', passTime: night(3), batch: 1 };
    await passes.copy(night(3));
    await planDeletions(passes.dependencies, target, passes.run);
    const dying = dyingAt(nth, passes);
    const first = await deleteJobs(dying, target, passes.run).catch(() => undefined);
    if (first?.jobs === 1) survived.push(nth);
    const counts = await deleteJobs(passes.dependencies, target, { ...passes.run, attempt: 2 });
    expect(counts, `died at write ${nth}`).toMatchObject({ jobs: 1, failed: 0 });
    expect(deletes(platform)).toEqual([`DELETE /api/v2/jobs/${jobId}/`]);
    const record = await passes.record(jobId);
    expect(record).toMatchObject({ provenAt: night(1), deletedAt: night(3) });
    const shown = JSON.parse((await passes.files('records'))[`${jobId}.json`] ?? '') as object;
    expect(shown).toEqual(record);
  }
  // Each of the two states, in two places.
  expect(survived).toEqual([5]);
});

it('deletes nothing that was proven a moment ago by the clock, though passes for nights long ago lie far apart', async () => {
  const platform = await serveFinishedJobs();
  await platform.addJob({ name: 'beam', endedAt, outputs: { out: '1' } });
  let now = '2026-06-01T10:00:00Z';
  const clock = { now: () => new Date(now) };
  const passes = await openPasses(platform, { deleteJobs: true, keepMs: twoDays }, clock);
  await passes.pass(night(1));
  now = '2026-06-01T10:00:05Z';
  await passes.pass(night(20));
  expect(deletes(platform)).toEqual([]);
  now = '2026-06-03T10:00:05Z';
  expect(await passes.pass(night(21))).toMatchObject({ deleted: { jobs: 1 } });
});

it('deletes nothing where its owner didn’t say so', async () => {
  const platform = await serveFinishedJobs();
  await platform.addJob({ endedAt });
  const passes = await openPasses(platform, { keepMs: 0 });
  await passes.pass(night(1));
  const target = { archive: 'nightly', passTime: night(1), batch: 1 };
  expect(await planDeletions(passes.dependencies, target, passes.run)).toMatchObject({ jobs: 0 });
  await expect(deleteJobs(passes.dependencies, target, passes.run)).rejects.toThrow(
    'made without --delete-jobs',
  );
  expect(deletes(platform)).toEqual([]);
});

it('deletes after a person’s word only, about these very jobs', async () => {
  const platform = await serveFinishedJobs();
  await platform.addJob({ name: 'beam', endedAt });
  const passes = await openPasses(platform, { deleteJobs: true, approve: true, keepMs: 0 });
  await passes.copy(night(1));
  const target = { archive: 'nightly', passTime: night(1), batch: 1 };
  await planDeletions(passes.dependencies, target, passes.run);
  await expect(deleteJobs(passes.dependencies, target, passes.run)).rejects.toThrow(
    'aren’t approved',
  );
  expect(await passes.close(night(1))).toMatchObject({ awaitingApproval: 1 });
  expect((await passes.report(night(1))).whatToDo.join()).toContain('archive approve nightly');

  const word = { passTime: night(1), decision: 'approve' as const, by: 'ann' };
  const say = (decision: ApprovalDecision) =>
    recordDecision(passes.dependencies, { ...target, decision }, passes.run);
  const decide = async (decision: Omit<ApprovalDecision, 'by'>) => {
    const ticket = randomUUID();
    const written = { ...decision, by: 'ann' };
    const folder = passes.dependencies.store.standingOrder('archives', 'nightly');
    await folder.create(archiveLayout.word(ticket), written);
    return say({ ...written, ticket });
  };
  // Only what a person wrote into the store counts, and as they wrote it.
  for (const ticket of [{}, { ticket: randomUUID() }, { ticket: '../order' }]) {
    const forged = say({ ...word, jobs: 1, ...ticket });
    await expect(forged).rejects.toThrow('Nobody wrote this decision');
  }
  await expect(decide({ ...word, jobs: 2 })).rejects.toThrow('proposes 1');
  await decide({ ...word, jobs: 1 });
  await decide({ ...word, jobs: 1 });
  await expect(decide({ ...word, jobs: 1, decision: 'decline' })).rejects.toThrow(
    'ann decided about pass',
  );
  expect(await deleteJobs(passes.dependencies, target, passes.run)).toMatchObject({ jobs: 1 });
  expect(await passes.close(night(1))).toMatchObject({ awaitingApproval: 0, deleted: { jobs: 1 } });
  expect(await passes.report(night(1))).toMatchObject({ decision: { by: 'ann' } });
});

it('records what the platform refuses, and tries again in a later pass', async () => {
  const platform = await serveFinishedJobs();
  const jobId = await platform.addJob({ name: 'beam', endedAt });
  const passes = await openPasses(platform, { deleteJobs: true });
  await passes.pass(night(1));
  // The job's cluster is up again: nothing that the archive compares.
  await platform.change(jobId, { cluster_status: 'Started' });
  expect(await passes.pass(night(2))).toMatchObject({
    outcome: 'troubled',
    deleted: { failed: 1 },
  });
  expect(await told(passes, night(2))).toMatchObject({
    what: 'refused',
    reason: expect.stringContaining('cannot be deleted while it is running') as string,
  });
  expect((await passes.record(jobId))?.refusals).toMatchObject([{ passTime: night(2) }]);
  await platform.change(jobId, { cluster_status: 'Stopped' });
  expect(await passes.pass(night(3))).toMatchObject({ outcome: 'clean', deleted: { jobs: 1 } });
});

it('deletes no job that changed since, and archives it anew', async () => {
  const platform = await serveFinishedJobs();
  const jobId = await platform.addJob({ name: 'beam', endedAt, outputs: { out: '1' } });
  const passes = await openPasses(platform, { deleteJobs: true });
  await passes.pass(night(1));
  await platform.writeField(jobId, 'Approved', 'yes');
  await passes.pass(night(2));
  expect(await told(passes, night(2))).toMatchObject({
    what: 'refused',
    reason: expect.stringContaining('it has changed since') as string,
  });
  platform.requests.length = 0;
  expect(await passes.pass(night(3))).toMatchObject({ proven: { jobs: 1 }, deleted: { jobs: 0 } });
  expect(platform.requests.filter((request) => request.includes('/contents/'))).toEqual([]);
  expect(await passes.record(jobId)).toMatchObject({ version: 2, provenAt: night(3) });
  // The first version is the job as it was, and nothing is wrong with it.
  expect(await passes.record(jobId)).not.toHaveProperty('replaced');
  expect(await passes.files(`jobs/${jobId}/v2/data`)).toMatchObject({
    'outputs/run1/out': '1',
    'custom-fields.json': expect.stringContaining('"yes"') as string,
  });
  expect(await passes.pass(night(4))).toMatchObject({ deleted: { jobs: 1 } });
});

it('deletes no job whose copy is not whole any more, and archives it anew', async () => {
  const platform = await serveFinishedJobs();
  const jobId = await platform.addJob({ name: 'beam', endedAt, outputs: { out: '1' } });
  const passes = await openPasses(platform, { deleteJobs: true });
  await passes.pass(night(1));
  await appendFile(join(passes.root, `jobs/${jobId}/v1/data/outputs/run1/out`), 'rot');
  expect(await passes.pass(night(2))).toMatchObject({ outcome: 'troubled', deleted: { jobs: 0 } });
  expect(await told(passes, night(2))).toMatchObject({
    what: 'failed',
    reason: expect.stringContaining('copy is not whole any more') as string,
  });
  await passes.pass(night(3));
  expect(await passes.record(jobId)).toMatchObject({
    ...{ version: 2, provenAt: night(3), replaced: [1] },
  });
  expect(await passes.pass(night(4))).toMatchObject({ deleted: { jobs: 1 } });
});

it('proves nothing that isn’t whole, and deletes nothing unproven', async () => {
  const platform = await serveFinishedJobs();
  const jobId = await platform.addJob({ name: 'beam', endedAt, outputs: { out: '1' } });
  const passes = await openPasses(platform, { deleteJobs: true, keepMs: 0 });
  const target = { archive: 'nightly', passTime: night(1), batch: 1 };
  await selectJobs(passes.dependencies, target, passes.run);
  await archiveJobs(passes.dependencies, target, passes.run);
  await appendFile(join(passes.root, `jobs/${jobId}/v1/data/outputs/run1/out`), 'rot');
  expect(await passes.pass(night(1))).toMatchObject({
    ...{ outcome: 'troubled', archived: { jobs: 1 }, proven: { jobs: 0, failed: 1 } },
    deleted: { jobs: 0 },
  });
  expect(await told(passes, night(1))).toMatchObject({
    what: 'failed',
    reason: expect.stringContaining('outputs/run1/out: changed') as string,
  });
  expect(await passes.record(jobId)).not.toHaveProperty('provenAt');
  expect(deletes(platform)).toEqual([]);
  expect(await passes.pass(night(2))).toMatchObject({ proven: { jobs: 1 }, deleted: { jobs: 1 } });
});

it('deletes input files only where told, and where no other job refers to them', async () => {
  const platform = await serveFinishedJobs();
  const shared = await platform.upload('shared.dat', 's');
  const own = await platform.upload('own.dat', 'o');
  await platform.addJob({ name: 'beam', endedAt, inputs: [shared] });
  await platform.addJob({ name: 'alone', endedAt, inputs: [own] });
  await platform.addJob({ name: 'uses it too', inputs: [shared] });
  const passes = await openPasses(platform, {
    ...{ deleteJobs: true, deleteInputFiles: true, keepMs: 0 },
  });
  expect(await passes.pass(night(1))).toMatchObject({ outcome: 'clean', deleted: { jobs: 2 } });
  expect(await told(passes, night(1))).toMatchObject({
    reason: expect.stringContaining('refers to shared.dat') as string,
  });
  expect(await told(passes, night(1), 'alone')).not.toHaveProperty('reason');
  const files = await platform.client.files.list();
  const left = [];
  for await (const file of files as AsyncIterable<{ name: string }>) left.push(file.name);
  expect(left).toEqual(['shared.dat']);
});

it('lets a study send again what went with its jobs', async () => {
  const platform = await serveFinishedJobs();
  const fileId = await platform.upload('in.dat', 'i');
  const name = `beam job 1 ${searchTag('beam-1')} j0123456789ab`;
  await platform.addJob({ name, endedAt, inputs: [fileId] });
  const passes = await openPasses(platform, {
    ...{ deleteJobs: true, deleteInputFiles: true, keepMs: 0 },
  });
  const study = await addStudy(passes);
  await study.sink(layout.status)([endedStudy]);
  const upload = (of: string) => layout.upload({ sha256: '0', name: of, typeId: 1 });
  await study.write(upload('in.dat'), { fileId });
  await study.write(upload('other.dat'), { fileId: 'another' });
  expect(await passes.pass(night(1))).toMatchObject({ deleted: { jobs: 1 } });
  expect(await study.find(upload('in.dat'))).toBeUndefined();
  expect(await study.find(upload('other.dat'))).toEqual({ fileId: 'another' });
});

it('keeps input files without the further flag', async () => {
  const platform = await serveFinishedJobs();
  const own = await platform.upload('own.dat', 'o');
  await platform.addJob({ endedAt, inputs: [own] });
  const passes = await openPasses(platform, { deleteJobs: true, keepMs: 0 });
  await passes.pass(night(1));
  expect(await platform.client.files.get(own)).toMatchObject({ name: 'own.dat' });
});

it('deletes no job of a study that was resumed', async () => {
  const platform = await serveFinishedJobs();
  await platform.addJob({
    name: `beam job 1 ${searchTag('beam-1')} j0123456789ab`,
    endedAt,
  });
  const passes = await openPasses(platform, { deleteJobs: true });
  const study = await addStudy(passes);
  await passes.pass(night(1));
  expect(await passes.report(night(1))).toMatchObject({ left: { 'open-study': 1 } });
  await study.sink(layout.status)([endedStudy]);
  await passes.pass(night(2));
  expect(await passes.report(night(2))).toMatchObject({ proven: { jobs: 1 } });
  await study.remove(layout.status);
  await passes.pass(night(3));
  const { jobs } = await passes.report(night(3));
  expect(jobs).toMatchObject([
    { what: 'refused', reason: 'Not deleted: its study beam-1 is open again' },
  ]);
  expect(deletes(platform)).toEqual([]);
});

it('tells a study that was resumed between choice and crate as one that runs again', async () => {
  const platform = await serveFinishedJobs();
  await platform.addJob({ name: `beam job 1 ${searchTag('beam-1')} j0123456789ab`, endedAt });
  const passes = await openPasses(platform);
  const study = await addStudy(passes);
  await study.sink(layout.status)([endedStudy]);
  await passes.copy(night(1));
  await study.remove(layout.status);
  const target = { archive: 'nightly', passTime: night(1), studyId: 'beam-1' };
  await archiveStudy(passes.dependencies, target, passes.run);
  expect(await passes.close(night(1))).toMatchObject({
    outcome: 'clean',
    notes: ['Study beam-1 runs again: a pass after its end writes its crate.'],
  });
  const verify = () => verifyDestination(openFolderStore(passes.root));
  expect(await verify()).toMatchObject({
    whole: true,
    notes: [expect.stringMatching(/^studies\/beam-1\/ has no crate: the study ran again when/u)],
  });
});

it('deletes no job that another archive of the same place took', async () => {
  const platform = await serveFinishedJobs();
  const jobId = await platform.addJob({ endedAt });
  const passes = await openPasses(platform, { deleteJobs: true, keepMs: 0 });
  await passes.copy(night(1));
  const record = (await passes.record(jobId)) ?? expect.fail();
  await passes.writeRecord({ ...record, archive: 'weekly' });
  await passes.pass(night(2));
  expect(deletes(platform)).toEqual([]);
});

it('tells a job that somebody else deleted from one that it deleted itself', async () => {
  const platform = await serveFinishedJobs();
  const jobId = await platform.addJob({ name: 'beam', endedAt });
  const passes = await openPasses(platform, { deleteJobs: true });
  await passes.pass(night(1));
  await platform.client.jobs.delete(jobId);
  expect(await passes.pass(night(2))).toMatchObject({ outcome: 'clean', deleted: { jobs: 0 } });
  expect(await told(passes, night(2))).toMatchObject({ what: 'gone' });
  expect(await passes.record(jobId)).toMatchObject({ goneAt: night(2) });
  expect(await passes.record(jobId)).not.toHaveProperty('deletedAt');
  expect(deletes(platform)).toHaveLength(1);
});

it('proves and deletes nothing through a link within the destination, and nothing is lost', async () => {
  const platform = await serveFinishedJobs();
  const jobId = await platform.addJob({ name: 'beam', endedAt });
  const passes = await openPasses(
    platform,
    { deleteJobs: true, keepMs: 0 },
    { openDestination: (address) => openDestination(address, {}) },
  );
  await passes.copy(night(1));
  renameSync(join(passes.root, 'jobs'), `${passes.root}-outside`);
  symlinkSync(`${passes.root}-outside`, join(passes.root, 'jobs'));
  expect(await passes.pass(night(2))).toMatchObject({ outcome: 'troubled', deleted: { jobs: 0 } });
  expect((await passes.report(night(2))).jobs).toMatchObject([
    { jobId, reason: expect.stringMatching(/jobs is a symbolic link, which isn't followed/u) },
  ]);
  expect(deletes(platform)).toEqual([]);

  rmSync(join(passes.root, 'jobs'));
  renameSync(`${passes.root}-outside`, join(passes.root, 'jobs'));
  // The destination itself may be one.
  renameSync(passes.root, `${passes.root}-disk`);
  symlinkSync(`${passes.root}-disk`, passes.root);
  expect(await passes.pass(night(3))).toMatchObject({ outcome: 'clean', deleted: { jobs: 1 } });
});
