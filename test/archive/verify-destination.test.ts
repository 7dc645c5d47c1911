import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  verifyDestination,
  writeStudyCrate,
  type VerifyProgress,
} from '../../src/archive/index.ts';
import { openDestination, openFolderStore } from '../../src/objects/index.ts';
import { openStore } from '../../src/store/index.ts';
import { archiveJob, claimedDestination, temporaryFolder } from './archive-kit.ts';
import { endStudy } from './ended-study.ts';

const files = { 'job.json': '{}', 'outputs/run1/out.txt': 'stress 3\n' };
const writer = { engineId: 'e', platform: { kind: 'local', key: 'k', home: '/home/a' } } as const;

const pass = { archive: 'nightly', passTime: '2026-01-01T03:00:00.000Z' };

async function archived() {
  const root = await temporaryFolder();
  const objects = openFolderStore(root);
  const destination = await claimedDestination(objects, writer);
  for (const jobId of ['aaa', 'bbb']) await archiveJob(destination, jobId, files);
  await archiveJob(destination, 'bbb', { 'job.json': '{"name":"b"}' }, 2);
  const reports = { 'report.json': JSON.stringify(pass), 'report.html': '<p></p>' };
  for (const [name, text] of Object.entries(reports)) {
    await objects.write(`passes/2026-01-01T03-00-00.000Z-nightly/${name}`, [text]);
  }
  await destination.recordPass(pass, reports);
  return { root, objects, destination };
}

/** As the command line reads it. */
const messagesOf = async (root: string): Promise<readonly string[]> =>
  (await verifyDestination(await openDestination(root, {}, 'read'))).faults.map(
    ({ message }) => message,
  );

describe('verification of a destination', () => {
  it('reads every version of every job, and tells how far it is', async () => {
    const { objects } = await archived();
    const seen: VerifyProgress[] = [];
    const report = await verifyDestination(objects, { onProgress: (one) => seen.push(one) });
    expect(report).toMatchObject({
      whole: true,
      jobs: 2,
      bags: 3,
      passes: 1,
      files: 7,
      faultCount: 0,
    });
    expect(seen.at(-1)).toMatchObject({ jobs: 2, jobsTotal: 2, faults: 0 });
    expect(seen.at(-1)?.bytes).toBe(report.bytes);
  });

  it('notes what may be in the making', async () => {
    const { root, objects, destination } = await archived();
    await writeFile(join(root, 'records/aaa.json.1f.part'), 'x');
    const notes = [
      'records/aaa.json.1f.part is in the making, or was left by a writer that was killed',
    ];
    expect(await verifyDestination(objects)).toMatchObject({ whole: true, notes });
    // A pass that has the bag deleted looks at what was archived alone.
    await writeFile(join(root, 'jobs/aaa/v1/data/x.part'), 'x');
    expect(await destination.bag('aaa', 1).readBack()).toMatchObject({ ok: true });
  });

  const bag = 'jobs/aaa/v1';
  it.each<[string, (root: string) => Promise<unknown>, readonly RegExp[]]>([
    [
      'a flipped bit in an older version',
      (root) => writeFile(join(root, 'jobs/bbb/v1/data/outputs/run1/out.txt'), 'stress 4\n'),
      [/^jobs\/bbb\/v1\/data\/outputs\/run1\/out.txt: changed: expected sha256/u],
    ],
    [
      'a record of another bag',
      async (root) => {
        const path = join(root, 'records/aaa.json');
        const text = await readFile(path, 'utf8');
        await writeFile(path, text.replace('"files": 2', '"files": 3'));
      },
      [/^records\/aaa.json: expected files 2 as jobs\/aaa\/v1\/ has, found files 3$/u],
    ],
    [
      'a record that cannot be read',
      (root) => writeFile(join(root, 'records/aaa.json'), '{'),
      [/^records\/aaa.json: cannot be read/u, /^records\/aaa.json: missing/u],
    ],
    [
      'a missing record',
      (root) => rm(join(root, 'records/aaa.json')),
      [/^records\/aaa.json: missing: expected the record of jobs\/aaa\/v1/u],
    ],
    [
      'a missing job',
      (root) => rm(join(root, 'jobs/aaa'), { recursive: true }),
      [
        /^jobs\/aaa\/v1\/: missing: expected a bag with 2 files, 11 bytes, as records\/aaa.json says/u,
      ],
    ],
    [
      'a missing version',
      (root) => rm(join(root, 'jobs/bbb/v2'), { recursive: true }),
      [/^jobs\/bbb\/v2\/: missing: expected the version that the record names/u],
    ],
    [
      'a lost seal',
      (root) => rm(join(root, bag, 'tagmanifest-sha256.txt')),
      [/^jobs\/aaa\/v1\/tagmanifest-sha256.txt: missing/u],
    ],
    [
      'a lost seal of an older version',
      (root) => rm(join(root, 'jobs/bbb/v1/tagmanifest-sha256.txt')),
      [/^jobs\/bbb\/v1\/tagmanifest-sha256.txt: missing/u],
    ],
    [
      'a renamed job',
      (root) => rename(join(root, 'jobs/aaa'), join(root, 'jobs/ccc')),
      [/^jobs\/aaa\/v1\/: missing: renamed to jobs\/ccc\/v1\/, which has its content$/u],
    ],
    [
      'a renamed version, which its record names',
      (root) => rename(join(root, 'jobs/aaa/v1'), join(root, 'jobs/aaa/v7')),
      [/^jobs\/aaa\/v1\/: missing: renamed to jobs\/aaa\/v7\/, which/u],
    ],
    [
      'copies of bags, which are no jobs of it',
      async (root) => {
        await cp(join(root, 'jobs/bbb'), join(root, 'jobs/ccc'), { recursive: true });
        await cp(join(root, 'jobs/aaa/v1'), join(root, 'jobs/aaa/v7'), { recursive: true });
        await cp(join(root, 'jobs/aaa/v1'), join(root, 'jobs/bbb/v3'), { recursive: true });
      },
      [
        /^jobs\/aaa\/v7\/: added: .*: a copy of jobs\/aaa\/v1\/$/u,
        /^jobs\/bbb\/v3\/: added: .*: a copy of jobs\/aaa\/v1\/$/u,
        /^jobs\/ccc\/v1\/: added: .*: a copy of jobs\/bbb\/v1\/$/u,
        /^jobs\/ccc\/v2\/: added: .*: a copy of jobs\/bbb\/v2\/$/u,
      ],
    ],
    [
      'bags of another archive, and of a pass that has ended without them',
      async (root) => {
        const other = await claimedDestination(
          openFolderStore(join(root, '../other-bags')),
          writer,
        );
        for (const jobId of ['aaa', 'zzz']) await archiveJob(other, jobId, { 'job.json': '7' });
        const from = join(root, '../other-bags/jobs');
        await cp(join(from, 'aaa/v1'), join(root, 'jobs/aaa/v2'), { recursive: true });
        await cp(join(from, 'zzz/v1'), join(root, 'jobs/ccc/v1'), { recursive: true });
        await rm(join(root, '../other-bags'), { recursive: true });
      },
      [
        /^jobs\/aaa\/v2\/: added: .*no record names this bag, though the pass that it says to be of has ended$/u,
        /^jobs\/ccc\/v1\/: added: .*: a bag of the job zzz$/u,
      ],
    ],
    [
      'strange files and folders in every folder of its own',
      async (root) => {
        for (const folder of ['jobs', 'studies', 'passes']) {
          await mkdir(join(root, folder), { recursive: true });
          await writeFile(join(root, folder, 'mine.txt'), 'x');
        }
        for (const folder of ['records', 'study-records', 'pass-records']) {
          await mkdir(join(root, folder, 'more'), { recursive: true });
          await writeFile(join(root, folder, 'mine.txt'), 'x');
          await writeFile(join(root, folder, 'more/x.json'), '{}');
        }
        await mkdir(join(root, 'passes/other'));
        await writeFile(join(root, 'passes/other/x'), '');
        await writeFile(join(root, 'mine.txt'), '');
        await mkdir(join(root, 'other'));
        await writeFile(join(root, 'other/x'), '');
      },
      [
        'mine.txt',
        'other/',
        'jobs/mine.txt',
        'studies/mine.txt',
        'records/more/',
        'records/mine.txt',
        'study-records/more/',
        'study-records/mine.txt',
        'passes/mine.txt',
        'pass-records/more/',
        'pass-records/mine.txt',
        'passes/other/',
      ].map((path) => new RegExp(`^${path}: added: it is no part of the archive: `, 'u')),
    ],
    [
      'records that were copied or renamed',
      async (root) => {
        await cp(join(root, 'records/aaa.json'), join(root, 'records/aaa (1).json'));
        const record = join(root, 'pass-records/2026-01-01T03-00-00.000Z-nightly.json');
        await cp(record, join(root, 'pass-records/2026-01-02T03-00-00.000Z-nightly.json'));
      },
      [
        /^records\/aaa \(1\).json: expected the record of aaa \(1\), found that of aaa$/u,
        /^pass-records\/2026-01-02T.*: expected the record of passes\/2026-01-02T.*found that of the pass 2026-01-01T03:00:00.000Z of archive nightly$/u,
        /^passes\/2026-01-02T03-00-00.000Z-nightly\/report.html: missing/u,
        /^passes\/2026-01-02T03-00-00.000Z-nightly\/report.json: missing/u,
      ],
    ],
    [
      'a report that was copied',
      (root) => {
        const report = join(root, 'passes/2026-01-01T03-00-00.000Z-nightly');
        return cp(report, join(root, 'passes/2026-01-02T03-00-00.000Z-nightly'), {
          recursive: true,
        });
      },
      [/^passes\/2026-01-02T.*: added: .*: a copy of passes\/2026-01-01T03-00-00.000Z-nightly\/$/u],
    ],
    [
      'a report that was renamed',
      (root) =>
        rename(join(root, 'passes/2026-01-01T03-00-00.000Z-nightly'), join(root, 'passes/2026')),
      [/^passes\/2026-01-01T03-00-00.000Z-nightly\/: missing: renamed to passes\/2026\/, which/u],
    ],
    [
      'something beside the versions',
      (root) => writeFile(join(root, 'jobs/aaa/notes.txt'), 'x'),
      [/^jobs\/aaa\/notes.txt: added/u],
    ],
    [
      'a bag that was sealed again over another content',
      async (root) => {
        const other = await claimedDestination(openFolderStore(join(root, '../other')), writer);
        await archiveJob(other, 'aaa', { 'job.json': '{"forged":1}', 'outputs/run1/out.txt': 'x' });
        await rm(join(root, bag), { recursive: true });
        await cp(join(root, '../other', bag), join(root, bag), { recursive: true });
        await rm(join(root, '../other'), { recursive: true });
      },
      [/^records\/aaa.json: expected sha256/u, /^records\/aaa.json: expected bytes 13/u],
    ],
    [
      'links and pipes, which it neither follows nor opens',
      async (root) => {
        await symlink('/etc/hostname', join(root, bag, 'data/link'));
        for (const path of ['data/pipe', 'tagmanifest-sha256.txt']) {
          await rm(join(root, bag, path), { force: true });
          execFileSync('mkfifo', [join(root, bag, path)]);
        }
        await rm(join(root, 'records/bbb.json'));
        execFileSync('mkfifo', [join(root, 'records/bbb.json')]);
        await symlink(join(root, 'jobs/aaa'), join(root, 'jobs/zzz'));
      },
      [
        /^jobs\/zzz: added: .*a link, a pipe or the like; it was not opened$/u,
        /^records\/bbb.json: added/u,
        /^jobs\/aaa\/v1\/tagmanifest-sha256.txt: added/u,
        /^jobs\/aaa\/v1\/data\/link: added/u,
        /^jobs\/aaa\/v1\/data\/pipe: added/u,
        /^jobs\/aaa\/v1\/tagmanifest-sha256.txt: missing/u,
        /^records\/bbb.json: missing/u,
      ],
    ],
    [
      'a folder of its own that is a link, of which nothing is read',
      async (root) => {
        await rename(join(root, 'passes'), join(root, 'elsewhere'));
        await symlink('elsewhere', join(root, 'passes'));
        await rename(join(root, bag), join(root, 'jobs/aaa/real'));
        await symlink('real', join(root, bag));
      },
      [
        /^passes: added: .*a link/u,
        /^elsewhere\/: added/u,
        /^jobs\/aaa\/v1: added: .*a link/u,
        /^jobs\/aaa\/real: added/u,
        /^passes\/.*report.html: missing/u,
        /^passes\/.*report.json: missing/u,
        /^jobs\/aaa\/v1\/: missing/u,
      ],
    ],
    [
      'what a writer left in a finished bag and beside a report, or somebody put there',
      async (root) => {
        await writeFile(join(root, bag, 'data/outputs/run1/out.txt.part'), 'x');
        await mkdir(join(root, bag, 'data/more.~versions'));
        await writeFile(join(root, 'passes/2026-01-01T03-00-00.000Z-nightly/x.part'), 'x');
      },
      [
        /^jobs\/aaa\/v1\/data\/more.~versions: added: .*remove it$/u,
        /^jobs\/aaa\/v1\/data\/outputs\/run1\/out.txt.part: added: .*remove it$/u,
        /^passes\/2026-01-01T03-00-00.000Z-nightly\/x.part: added: .*remove it$/u,
      ],
    ],
    [
      'a report that was changed, and one that is gone',
      async (root) => {
        await writeFile(
          join(root, 'passes/2026-01-01T03-00-00.000Z-nightly/report.json'),
          '{"forged":1}',
        );
        await rm(join(root, 'passes/2026-01-01T03-00-00.000Z-nightly/report.html'));
        await writeFile(join(root, 'archive.json'), '{}');
      },
      [
        /^archive.json: cannot be read/u,
        /^passes\/2026-01-01T03-00-00.000Z-nightly\/report.html: missing: expected sha256/u,
        /^passes\/2026-01-01T03-00-00.000Z-nightly\/report.json: changed: expected sha256/u,
      ],
    ],
    ['whose archive it is', (root) => rm(join(root, 'archive.json')), [/^archive.json: missing/u]],
  ])('tells of %s', async (_what, spoil, expected) => {
    const { root } = await archived();
    await spoil(root);
    const messages = await messagesOf(root);
    expect(messages).toHaveLength(expected.length);
    expected.forEach((pattern, index) => expect(messages[index]).toMatch(pattern));
  });

  it('counts nothing strange as a job, and leaves the root of a file system its own folder', async () => {
    const { root, objects } = await archived();
    for (const folder of ['lost+found', 'jobs/strange']) {
      await mkdir(join(root, folder), { recursive: true });
      await writeFile(join(root, folder, 'f'), '');
    }
    await cp(join(root, 'jobs/aaa'), join(root, 'jobs/copy'), { recursive: true });
    const report = await verifyDestination(objects);
    expect(report).toMatchObject({ jobs: 2, bags: 3, faultCount: 2 });
    expect(report.notes).toContain("lost+found/ is the file system's own, and was not read");
    expect(report.faults.map(({ path }) => path)).toEqual(['jobs/copy/v1/', 'jobs/strange/f']);
  });

  it('only notes bags that a pass sealed and was interrupted before it recorded them', async () => {
    const { root, destination, objects } = await archived();
    const time = '2026-01-02T03:00:00.000Z';
    const before = await readFile(join(root, 'records/aaa.json'));
    await archiveJob(destination, 'aaa', { 'job.json': '2' }, 2, time);
    await archiveJob(destination, 'ccc', { 'job.json': '3' }, 1, time);
    await writeFile(join(root, 'records/aaa.json'), before);
    await rm(join(root, 'records/ccc.json'));
    expect(await verifyDestination(objects)).toMatchObject({
      ...{ whole: true, jobs: 3, bags: 5 },
      notes: [
        'jobs/aaa/v2 is newer than its record: a pass was interrupted after it',
        `jobs/ccc/v1 has no record yet: the pass ${time} of archive nightly is under way, or was interrupted after it; the next pass records it`,
      ],
    });
  });

  it('only notes what an interrupted pass leaves', async () => {
    const { destination, objects } = await archived();
    await destination.bag('ccc', 1).put('job.json', ['{}']);
    await destination.bag('aaa', 2).put('job.json', ['{}']);
    const { whole, notes } = await verifyDestination(objects);
    expect(whole).toBe(true);
    expect(notes).toEqual([
      'jobs/aaa/v2 was never finished: the next pass goes on with it',
      'jobs/ccc/v1 was never finished: the next pass goes on with it',
    ]);
  });

  it('reads a report that an earlier version named by its time alone, and notes the pass over which it was written', async () => {
    const { root, destination, objects } = await archived();
    const early = join(root, 'passes/2026-01-01T03-00-00.000Z');
    await rename(`${early}-nightly`, early);
    await rm(join(root, 'pass-records'), { recursive: true });
    await writeFile(join(early, 'report.json'), '{"archive":"nightly"}');
    const unrecorded = [expect.stringMatching(/^1 of 1 passes have no record/u)];
    expect(await verifyDestination(objects)).toMatchObject({ whole: true, notes: unrecorded });

    const record = (await destination.record('aaa')) ?? expect.fail();
    await destination.writeRecord({ ...record, archive: 'weekly' });
    const { whole, notes } = await verifyDestination(objects);
    expect(whole).toBe(true);
    expect(notes).toEqual([
      ...unrecorded,
      expect.stringMatching(
        /^The pass 2026-01-01T03:00:00.000Z of archive weekly, .*, has no report in passes\//u,
      ),
    ]);
  });

  it('tells of a study whose jobs or files are gone', async () => {
    const { root, destination } = await archived();
    const store = await openStore(await temporaryFolder());
    await endStudy(store, 'studies/cantilever-beam', 'beam-1');
    const pass = { passTime: '2026-01-02T03:00:00.000Z', jobs: [{ jobId: 'zzz', version: 1 }] };
    await writeStudyCrate(destination, store, 'beam-1', pass);
    expect(await messagesOf(root)).toEqual([
      'jobs/zzz/v1/: missing: expected a bag that studies/beam-1/v1/archived-jobs.json names',
    ]);
    const crate = join(root, 'studies/beam-1/v1');
    await rename(join(crate, 'design.csv'), join(crate, 'plan.csv'));
    await mkdir(join(crate, 'more'));
    await writeFile(join(crate, 'more/x'), 'x');
    expect(await messagesOf(root)).toEqual([
      'studies/beam-1/v1/design.csv: missing: renamed to studies/beam-1/v1/plan.csv, which has its content',
      expect.stringMatching(/^studies\/beam-1\/v1\/more\/x: added/u),
    ]);
  });

  it.each<[string, (root: string) => Promise<unknown>, string]>([
    [
      'a study whose manifest is gone',
      (root) => rm(join(root, 'studies/beam-1/v1/manifest-sha256.txt')),
      'studies/beam-1/v1/manifest-sha256.txt: missing',
    ],
    [
      'a study whose manifest was written anew',
      async (root) => {
        const path = join(root, 'studies/beam-1/v1/manifest-sha256.txt');
        const lines = (await readFile(path, 'utf8')).split('\n');
        await rm(join(root, 'studies/beam-1/v1/runs.csv'));
        await writeFile(path, lines.filter((line) => !line.endsWith('  runs.csv')).join('\n'));
      },
      'studies/beam-1/v1/manifest-sha256.txt: changed',
    ],
    [
      'a study that is gone',
      (root) => rm(join(root, 'studies/beam-1'), { recursive: true }),
      'studies/beam-1/v1/: missing: expected a crate, as study-records/beam-1.json says',
    ],
    [
      'a study that was renamed',
      (root) => rename(join(root, 'studies/beam-1'), join(root, 'studies/beam-2')),
      'studies/beam-1/v1/: missing: renamed to studies/beam-2/v1/, which has its content',
    ],
    [
      'a crate that was renamed',
      (root) => rename(join(root, 'studies/beam-1/v1'), join(root, 'studies/beam-1/v3')),
      'studies/beam-1/v1/: missing: renamed to studies/beam-1/v3/, which has its content',
    ],
    [
      'a study that was copied',
      (root) => cp(join(root, 'studies/beam-1'), join(root, 'studies/b2'), { recursive: true }),
      'studies/b2/v1/: added: it is no part of the archive: a copy of studies/beam-1/v1/',
    ],
    [
      'a crate that was copied',
      (root) =>
        cp(join(root, 'studies/beam-1/v1'), join(root, 'studies/beam-1/v2'), { recursive: true }),
      'studies/beam-1/v2/: added: it is no part of the archive: a copy of studies/beam-1/v1/',
    ],
    [
      'a record of a study that was copied',
      (root) => cp(join(root, 'study-records/beam-1.json'), join(root, 'study-records/b2.json')),
      'study-records/b2.json: expected the record of b2, found that of beam-1',
    ],
    [
      'a study whose record is gone',
      (root) => rm(join(root, 'study-records/beam-1.json')),
      'study-records/beam-1.json: missing: expected the record of the study that records/aaa.json names',
    ],
    [
      'a study that is gone with its record',
      async (root) => {
        await rm(join(root, 'studies'), { recursive: true });
        await rm(join(root, 'study-records'), { recursive: true });
      },
      'studies/beam-1/: missing: expected a finished crate of the study that records/aaa.json names',
    ],
  ])('tells of %s', async (_what, spoil, expected) => {
    const { root, destination } = await archived();
    const store = await openStore(await temporaryFolder());
    await endStudy(store, 'studies/cantilever-beam', 'beam-1');
    const pass = { passTime: '2026-01-01T03:00:00.000Z', jobs: [{ jobId: 'aaa', version: 1 }] };
    await writeStudyCrate(destination, store, 'beam-1', pass);
    const record = await destination.record('aaa');
    if (record === undefined) throw new Error('no record');
    const { passTime: provenAt } = pass;
    await destination.writeRecord({ ...record, studyId: 'beam-1', provenAt });
    expect(await messagesOf(root)).toEqual([]);
    await spoil(root);
    const messages = await messagesOf(root);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.slice(0, expected.length)).toBe(expected);
  });

  it('names a damaged version that was replaced, until it is removed; a crate may name it still', async () => {
    const { root, destination } = await archived();
    const store = await openStore(await temporaryFolder());
    await endStudy(store, 'studies/cantilever-beam', 'beam-1');
    const pass = { passTime: '2026-01-02T03:00:00.000Z', jobs: [{ jobId: 'bbb', version: 1 }] };
    await writeStudyCrate(destination, store, 'beam-1', pass);
    const record = await destination.record('bbb');
    if (record === undefined) throw new Error('no record');
    await destination.writeRecord({ ...record, replaced: [1] });
    expect(await messagesOf(root)).toEqual([]);
    await writeFile(join(root, 'jobs/bbb/v1/data/job.json'), '{"flipped":1}');
    await rm(join(root, 'jobs/bbb/v1/data/outputs/run1/out.txt'));
    expect(await messagesOf(root)).toEqual([
      expect.stringMatching(
        /^jobs\/bbb\/v1\/: damaged, and replaced: jobs\/bbb\/v2\/ is whole .*; remove jobs\/bbb\/v1\/ \(.*job.json: changed/u,
      ),
    ]);
    await rm(join(root, 'jobs/bbb/v1'), { recursive: true });
    expect(await messagesOf(root)).toEqual([]);
    await rm(join(root, 'jobs/bbb/v2/tagmanifest-sha256.txt'));
    expect(await messagesOf(root)).toHaveLength(2);
  });
});
