/** Others who can write to the destination: what they put there never passes for a copy of ours, so that no job is deleted for it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { searchTag, layout } from '../../../src/store/index.ts';
import { serveFinishedJobs, type FinishedJobs } from './finished-jobs.ts';
import { openPasses, type Passes } from './run-passes.ts';

const endedAt = '2026-02-01T00:00:00Z';
const night = (nth: number): string => `2026-03-${String(nth).padStart(2, '0')}T03:00:00.000Z`;
const day = 86_400_000;

const deletes = (platform: FinishedJobs): readonly string[] =>
  platform.requests.filter((request) => request.startsWith('DELETE'));

async function archiveOne(change: { name?: string } = {}): Promise<{
  readonly platform: FinishedJobs;
  readonly passes: Passes;
  readonly jobId: string;
  /** Folder of a version of the job. */
  bag(version: number): string;
}> {
  const platform = await serveFinishedJobs();
  const jobId = await platform.addJob({
    ...{ name: 'beam', endedAt, outputs: { 'run1/out.txt': 'stress 96.68' } },
    ...change,
  });
  const passes = await openPasses(platform, { deleteJobs: true, keepMs: day });
  const [folder = ''] = [jobId];
  return {
    platform,
    passes,
    jobId,
    bag: (version) => join(passes.root, 'jobs', folder, `v${version}`),
  };
}

const hashOf = (kind: 'md5' | 'sha256', path: string): string =>
  createHash(kind).update(readFileSync(path)).digest('hex');

/** Writes the manifests of a bag anew, so that all of its hashes agree. @returns the hash that its record has to have then */
function forgeManifests(bag: string): string {
  for (const kind of ['md5', 'sha256'] as const) {
    const path = join(bag, `manifest-${kind}.txt`);
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    const forged = lines.map((line) => {
      const name = line.replace(/^\S+ +/u, '');
      return `${hashOf(kind, join(bag, name))}  ${name}`;
    });
    writeFileSync(path, `${forged.join('\n')}\n`);
  }
  const tags = join(bag, 'tagmanifest-sha256.txt');
  const forged = readFileSync(tags, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.replace(/^\S+ +/u, ''))
    .map((name) => `${hashOf('sha256', join(bag, name))}  ${name}`);
  writeFileSync(tags, `${forged.join('\n')}\n`);
  return hashOf('sha256', tags);
}

function forge(bag: string): string {
  const output = outputOf(bag);
  writeFileSync(output, 'stress 86.68');
  return forgeManifests(bag);
}

function outputOf(bag: string): string {
  const below = join(bag, 'data', 'outputs');
  const found = readdirSync(below, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('out.txt'),
  );
  return join(below, found ?? expect.fail('no output in the bag'));
}

it('archives a job anew whose copy was changed together with all of its hashes, and deletes it by the new copy only', async () => {
  const { platform, passes, jobId, bag } = await archiveOne();
  await passes.pass(night(1));
  forge(bag(1));
  await passes.pass(night(3));
  expect(deletes(platform)).toEqual([]);
  await passes.pass(night(4));
  expect(await passes.record(jobId)).toMatchObject({ version: 2, provenAt: night(4) });
  expect(readFileSync(outputOf(bag(2)), 'utf8')).toBe('stress 96.68');
  await passes.pass(night(6));
  expect(deletes(platform)).toHaveLength(1);
});

it('trusts no record that stands in the destination', async () => {
  const { platform, passes, jobId, bag } = await archiveOne();
  await passes.pass(night(1));
  const records = join(passes.root, 'records');
  const [name = ''] = readdirSync(records);
  const record = JSON.parse(readFileSync(join(records, name), 'utf8')) as object;
  const sha256 = forge(bag(1));
  const early = { provenAt: '2020-01-01T00:00:00.000Z', provenOn: '2020-01-01T00:00:00.000Z' };
  writeFileSync(join(records, name), JSON.stringify({ ...record, sha256, ...early }));
  await passes.pass(night(1).replace('T03', 'T04'));
  expect(deletes(platform)).toEqual([]);
  await passes.pass(night(3));
  expect(deletes(platform)).toEqual([]);
  await passes.pass(night(4));
  expect(await passes.record(jobId)).toMatchObject({ version: 2 });
});

it('takes up no forged copy whose record was removed', async () => {
  const { passes, jobId, bag } = await archiveOne();
  await passes.pass(night(1));
  forge(bag(1));
  rmSync(join(passes.root, 'records'), { recursive: true });
  await passes.pass(night(3));
  await passes.pass(night(4));
  expect(await passes.record(jobId)).toMatchObject({ version: 2 });
  expect(readFileSync(outputOf(bag(2)), 'utf8')).toBe('stress 96.68');
});

it('takes up no copy that somebody put there before the first pass', async () => {
  const first = await archiveOne();
  await first.passes.pass(night(1));
  forge(first.bag(1));
  const second = await openPasses(first.platform, { deleteJobs: true, keepMs: day });
  cpSync(join(first.passes.root, 'jobs'), join(second.root, 'jobs'), { recursive: true });
  cpSync(join(first.passes.root, 'records'), join(second.root, 'records'), { recursive: true });
  await second.pass(night(1));
  expect(await second.record(first.jobId)).toMatchObject({ version: 2 });
});

it('waits for no pipe in the place of a file, and fetches the file anew', async () => {
  const { passes, jobId, bag } = await archiveOne();
  await passes.pass(night(1));
  const output = outputOf(bag(1));
  unlinkSync(output);
  execFileSync('mkfifo', [output]);
  await passes.pass(night(3));
  await passes.pass(night(4));
  expect(await passes.record(jobId)).toMatchObject({ version: 2, provenAt: night(4) });
  expect(readFileSync(outputOf(bag(2)), 'utf8')).toBe('stress 96.68');
});

it('deletes no job while the crate of its study is damaged, and writes that anew', async () => {
  const { platform, passes } = await archiveOne({
    name: `beam job 1 ${searchTag('beam-1')} j0123456789ab`,
  });
  const study = passes.store.study('beam-1');
  const { sha256 } = await passes.store.putBytes(Buffer.from('name: beam\n'));
  await study.write(layout.snapshot, {
    ...{ formatVersion: 1, studyId: 'beam-1', studyName: 'beam', planHash: 'p' },
    ...{ createdAt: '2026-01-01T00:00:00Z', engineVersion: '0', files: [] },
    studyFile: { name: 'study.yaml', sha256 },
  });
  await study.sink(layout.designTable)(['run,x\n1,2\n']);
  const status = { studyId: 'beam-1', state: 'Finished', runs: { total: 1, done: 1, failed: 0 } };
  await study.sink(layout.status)([JSON.stringify(status)]);
  await passes.pass(night(1));
  const crates = join(passes.root, 'studies');
  rmSync(join(crates, readdirSync(crates)[0] ?? '', 'v1'), { recursive: true });
  await passes.pass(night(3));
  expect(deletes(platform)).toEqual([]);
  const { jobs } = await passes.report(night(3));
  expect(JSON.stringify(jobs)).toContain('the crate of its study beam-1 is not whole any more');
  await passes.pass(night(4));
  expect(deletes(platform)).toHaveLength(1);
});
