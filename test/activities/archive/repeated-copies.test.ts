/** Steps of a pass that are tried again, and copies that aren't what was written: nothing is fetched twice, and nothing false is proven. */
import { describe, expect, it } from 'vitest';
import { archiveJobs } from '../../../activities/archive/archive-jobs.ts';
import { readFileList } from '../../../activities/archive/archive-job.ts';
import { proveJobs } from '../../../activities/archive/prove-jobs.ts';
import { selectJobs } from '../../../activities/archive/select-jobs.ts';
import { archiveLayout, type ArchiveRecord, type Bag } from '../../../src/archive/index.ts';
import type { FaultPlan } from '../../../src/local-platform/faults/fault-plan.ts';
import { openFolderStore } from '../../../src/objects/index.ts';
import { serveFinishedJobs, type FinishedJobs } from './finished-jobs.ts';
import { openPasses, type Passes } from './run-passes.ts';

const endedAt = '2026-02-01T00:00:00Z';
const night = (nth: number): string => `2026-03-${String(nth).padStart(2, '0')}T03:00:00.000Z`;
const target = (nth: number) => ({ archive: 'nightly', passTime: night(nth), batch: 1 });

const downloads = ({ requests }: FinishedJobs): number =>
  requests.filter((request) => request.includes('/contents/')).length;

async function begun(faults: FaultPlan['rules'] = [], change: object = {}) {
  const platform = await serveFinishedJobs({ faults });
  const input = await platform.upload('in.dat', 'mesh');
  const outputs = { 'run1/out.txt': 'one', 'run2/out.txt': 'two!' };
  const jobId = await platform.addJob({ name: 'beam', endedAt, outputs, inputs: [input] });
  const passes = await openPasses(platform, {}, change);
  await selectJobs(passes.dependencies, target(1), passes.run);
  return { platform, passes, jobId, input };
}

const archive = ({ dependencies, run }: Passes, attempt = 1) =>
  archiveJobs(dependencies, target(1), { ...run, attempt });
const prove = ({ dependencies, run }: Passes) => proveJobs(dependencies, target(1), run);

/** What became of the only job at a step of the first night. */
async function told({ folder }: Passes, step: 'archived' | 'proven'): Promise<object> {
  const [outcome] = await folder.read(archiveLayout[step](night(1), 1));
  return outcome ?? expect.fail('nothing was told');
}

describe('a copy', () => {
  it('that was sealed by a worker which died before its record is taken up, and not fetched again', async () => {
    let dies = true;
    const { platform, passes, jobId } = await begun([], {
      openDestination: (address: string) => {
        const objects = openFolderStore(address);
        const write: typeof objects.write = (key, chunks) =>
          dies && key.startsWith('records/')
            ? Promise.reject(new Error('killed'))
            : objects.write(key, chunks);
        return Promise.resolve({ ...objects, write });
      },
    });
    await expect(archive(passes)).rejects.toThrow('killed');
    dies = false;
    const before = downloads(platform);
    const counts = { jobs: 1, files: 3, bytes: 11, failed: 0 };
    expect(await archive(passes)).toEqual(counts);
    expect(downloads(platform)).toBe(before);
    expect(await passes.record(jobId)).toMatchObject({
      ...{ version: 1, files: 11, platformBytes: 11, archivedAt: night(1), archive: 'nightly' },
    });
    expect(await prove(passes)).toEqual(counts);
  });

  it('is told the same by each try of a step, which fetches and reads nothing again', async () => {
    const { platform, passes } = await begun();
    const counts = await archive(passes);
    const outcome = await told(passes, 'archived');
    expect(outcome).toMatchObject({ outcome: 'archived', version: 1, files: 3, bytes: 11 });
    expect(await archive(passes)).toEqual(counts);
    await passes.folder.remove(archiveLayout.archived(night(1), 1));
    const before = downloads(platform);
    expect(await archive(passes)).toEqual(counts);
    expect(await told(passes, 'archived')).toEqual(outcome);
    expect(downloads(platform)).toBe(before);

    expect(await prove(passes)).toEqual(counts);
    const proof = await told(passes, 'proven');
    expect(await prove(passes)).toEqual(counts);
    await passes.folder.remove(archiveLayout.proven(night(1), 1));
    passes.shown.length = 0;
    expect(await prove(passes)).toEqual(counts);
    expect([await told(passes, 'proven'), passes.shown]).toEqual([proof, []]);
    // Proven, and asked for as if it were new: still no second copy.
    await passes.folder.remove(archiveLayout.archived(night(1), 1));
    expect(await archive(passes)).toEqual(counts);
  });

  it('keeps what is known of refusals and of damaged versions before it', async () => {
    const { passes, jobId } = await begun();
    await archive(passes);
    const record = (await passes.record(jobId)) ?? expect.fail();
    const kept = { refusals: [{ passTime: night(1), reason: 'no' }], replaced: [7] };
    await passes.writeRecord({ ...record, ...kept, fingerprint: 'other' } as ArchiveRecord);
    await passes.folder.remove(archiveLayout.archived(night(1), 1));
    await archive(passes);
    expect(await passes.record(jobId)).toMatchObject({ ...kept, version: 1 });
  });

  it('that differs from its record is not proven, and what differs is told', async () => {
    const { passes, jobId } = await begun();
    await archive(passes);
    const record = (await passes.record(jobId)) ?? expect.fail();
    const changes: readonly (readonly [Partial<ArchiveRecord>, RegExp])[] = [
      [{ files: 10 }, /: it has files 11, its record 10$/u],
      [{ bytes: 1 }, /: it has bytes \d+, its record 1$/u],
      [{ fingerprint: 'f' }, /: it has fingerprint \w+, its record f$/u],
      [{ sha256: '0' }, /: its manifests aren’t those that were written$/u],
    ];
    for (const [change, why] of changes) {
      await passes.writeRecord({ ...record, ...change });
      expect(await prove(passes)).toMatchObject({ jobs: 0, failed: 1 });
      const { reason, ...rest } = (await told(passes, 'proven')) as { reason: string };
      expect(rest).toEqual({ jobId, outcome: 'failed', files: 0, bytes: 0 });
      expect(reason).toMatch(/^Its copy is not whole: /u);
      expect(reason).toMatch(why);
      expect(await passes.record(jobId)).not.toHaveProperty('provenAt');
      await passes.folder.remove(archiveLayout.proven(night(1), 1));
    }
  });
});

describe('a file of a job', () => {
  const contents = (id: string): FaultPlan['rules'][number] => ({
    match: { path: `/api/v2/files/${id}/contents/` },
    ...{ when: 'before', what: { status: 404, body: { detail: 'Not found.' } } },
  });

  it('that went into it and is gone is noted, and the job is archived without it', async () => {
    const { passes, jobId } = await begun([contents('id1')]);
    expect(await archive(passes)).toMatchObject({ jobs: 1, files: 2, failed: 0 });
    const files = await passes.files(`jobs/${jobId}/v1/data`);
    expect(JSON.parse(files['notes.json'] ?? '')).toContain(
      'The input file in.dat (id1) isn’t on the platform any more',
    );
    expect(Object.keys(files).filter((path) => path.startsWith('inputs'))).toEqual([]);
    expect(await prove(passes)).toMatchObject({ jobs: 1 });
  });

  it('that came out of it and is gone fails the job', async () => {
    const { passes, jobId } = await begun([contents('id3')]);
    expect(await archive(passes)).toMatchObject({ jobs: 0, failed: 1 });
    expect(await told(passes, 'archived')).toEqual({
      ...{ jobId, outcome: 'failed', files: 0, bytes: 0 },
      reason: expect.stringMatching(
        /^The output file outputs\/run\d\/out\.txt is listed, but isn’t there$/u,
      ) as string,
    });
    expect(await passes.record(jobId)).toBeUndefined();
  });
});

it('a job that no longer is ended is left to a later pass', async () => {
  const running = { count: 1, next: null, previous: null, results: [{ status: 'Executing' }] };
  const { passes, jobId } = await begun([
    {
      match: { path: '/api/v2/jobs/id2/statuses/' },
      ...{ when: 'before', what: { status: 200, body: running } },
    },
  ]);
  await archive(passes);
  expect(await told(passes, 'archived')).toEqual({
    ...{ jobId, outcome: 'left', files: 0, bytes: 0 },
    reason: 'The job isn’t ended: its status is Executing',
  });
});

it('what the platform doesn’t serve of a job is noted in its copy, once', async () => {
  const { passes, jobId } = await begun(
    ['runs', 'extendedlogs', 'custom-fields', 'cluster_statuses'].map((list) => ({
      match: { path: `/api/v2/jobs/*/${list}/` },
      ...{ when: 'before' as const, what: { status: 403, body: { detail: 'Not yours.' } } },
    })),
  );
  expect(await archive(passes)).toMatchObject({ jobs: 1, failed: 0 });
  const files = await passes.files(`jobs/${jobId}/v1/data`);
  const notes = JSON.parse(files['notes.json'] ?? '[]') as string[];
  expect(notes.filter((note) => note.includes(' runs'))).toHaveLength(1);
  expect(notes).toEqual([...notes].sort());
  expect(notes.join()).toContain('The platform doesn’t serve extended logs: ');
  expect(JSON.parse(files['runs.json'] ?? '')).toBeNull();
  expect(JSON.parse(files['custom-fields.json'] ?? '')).toBeNull();
});

it('the list of files in a copy must be readable', async () => {
  const bagOf = (text: string): Bag =>
    ({ read: () => Promise.resolve([Buffer.from(text)]) }) as unknown as Bag;
  const list = { fingerprint: 'f', files: [{ bytes: 2 }, { bytes: 3 }] };
  expect(await readFileList(bagOf(JSON.stringify(list)))).toEqual({
    ...{ fingerprint: 'f', files: 2, bytes: 5 },
  });
  for (const text of ['{ half', '{}', 'null']) {
    await expect(readFileList(bagOf(text))).rejects.toMatchObject({
      ...{ outcome: 'failed', message: 'Its copy is damaged: files.json can’t be read' },
    });
  }
});
