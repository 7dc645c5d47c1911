import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  openArchivedStudies,
  reportFolder,
  restoreStudy,
  verifyDestination,
  writeStudyCrate,
} from '../../src/archive/index.ts';
import { openFolderStore } from '../../src/objects/index.ts';
import {
  keepRevision,
  layout,
  openStore,
  readRevisions,
  type Store,
} from '../../src/store/index.ts';
import { planHash, readStudy } from '../../src/study-file/index.ts';
import { archiveJob, claimedDestination, temporaryFolder } from './archive-kit.ts';
import { endStudy } from './ended-study.ts';

const studyId = 'beam-20260101-000000';
const jobs = [{ jobId: 'KqCXp', version: 1 }];
const passTime = '2026-01-02T03:00:00.000Z';
const writer = {
  engineId: 'e',
  platform: { kind: 'local', key: 'k', home: '/home/a' },
} as const;

async function archived(path = 'studies/cantilever-beam') {
  const store = await openStore(await temporaryFolder());
  await endStudy(store, path, studyId);
  const root = await temporaryFolder();
  const objects = openFolderStore(root);
  const destination = await claimedDestination(objects, writer);
  await archiveJob(destination, 'KqCXp', {
    'job.json': '{}',
    'outputs/run1/process_output.log': 'all is well\n',
  });
  const pass = { archive: 'nightly', passTime: '2026-01-01T03:00:00.000Z' };
  const reports = { 'report.json': '{}' };
  await objects.write(`passes/${reportFolder(pass)}/report.json`, [reports['report.json']]);
  await destination.recordPass(pass, reports);
  const written = await writeStudyCrate(destination, store, studyId, { passTime, jobs });
  return {
    store,
    root,
    objects,
    destination,
    written,
    crate: join(root, 'studies', studyId, 'v1'),
  };
}

const snapshotOf = (store: Store) => store.study(studyId).read(layout.snapshot);

describe('the crate of a study', () => {
  it('holds all of the study and is found whole', async () => {
    const { crate, objects, written } = await archived();
    expect(await readdir(crate)).toEqual(
      expect.arrayContaining([
        ...['ro-crate-metadata.json', 'snapshot.json', 'design.csv', 'results.csv', 'runs.csv'],
        ...['summary.json', 'outcomes', 'study-files', 'archived-jobs.json'],
      ]),
    );
    expect(written).toMatchObject({ jobs: 1, failed: 0 });
    expect(await verifyDestination(objects)).toMatchObject({
      ...{ whole: true, faults: [], notes: [] },
      ...{ jobs: 1, bags: 1, studies: 1, crates: 1, statistics: 1 },
    });
    // As other people would check it.
    execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'manifest-sha256.txt'], {
      cwd: crate,
    });
  });

  it('ends what was said of a study that ran again, whether anything changed or not', async () => {
    const { store, destination, objects } = await archived();
    await destination.recordRunsAgain(studyId, '2026-01-03T03:00:00.000Z');
    const { notes } = await verifyDestination(objects);
    expect(notes).toEqual([expect.stringMatching(/has no newer crate: the study ran again/u)]);
    await writeStudyCrate(destination, store, studyId, { passTime, jobs });
    expect(await verifyDestination(objects)).toMatchObject({ whole: true, notes: [], crates: 1 });
  });

  it.each([
    [undefined, { '@id': '#license', name: 'No licence' }],
    ['Within the group', { '@id': '#license', name: 'Within the group' }],
    ['https://example.org/by/4.0/', { '@id': 'https://example.org/by/4.0/' }],
  ])('names the licence %s', async (license, told) => {
    const { store, destination, crate } = await archived();
    await rm(crate, { recursive: true });
    const pass = { passTime, jobs, ...(license === undefined ? {} : { license }) };
    await writeStudyCrate(destination, store, studyId, pass);
    const { '@graph': graph } = JSON.parse(
      await readFile(join(crate, 'ro-crate-metadata.json'), 'utf8'),
    ) as { readonly '@graph': readonly Record<string, unknown>[] };
    expect(graph).toContainEqual(expect.objectContaining(told));
    const root = graph.find((each) => each['@id'] === './');
    expect(root?.['license']).toEqual({ '@id': told['@id'] });
  });

  it('holds the mended files of the study beside those that it was started with', async () => {
    const { store, destination, objects, root } = await archived();
    const loaded = await readStudy('studies/cantilever-beam');
    const snapshot = await snapshotOf(store);
    const { sha256, bytes } = await store.putBytes(Buffer.from('# mended\n'));
    const files = snapshot.files.map((file, index) =>
      index === 0 ? { ...file, sha256, bytes } : file,
    );
    const { studyFile } = snapshot;
    const facts = { createdAt: passTime, engineVersion: '0', runs: 'failed' } as const;
    await keepRevision(store.study(studyId), snapshot, { studyFile, files }, facts);
    await writeStudyCrate(destination, store, studyId, { passTime, jobs });
    expect(await verifyDestination(objects)).toMatchObject({ whole: true, faults: [] });

    const crate = join(root, 'studies', studyId, 'v2');
    const name = snapshot.files[0]?.path ?? '';
    expect(await readFile(join(crate, 'revision-files', '2', name), 'utf8')).toBe('# mended\n');
    expect(await readdir(join(crate, 'revision-files', '2'))).toEqual([name]);
    expect(await readFile(join(crate, 'study-files', name), 'utf8')).toBe(
      await readFile(join(loaded.directory, name), 'utf8'),
    );
    const studies = openArchivedStudies(objects);
    const [revision] = await readRevisions(studies.study(studyId));
    expect(revision).toMatchObject({ revision: 2, changes: [{ path: name, after: sha256 }] });
    expect((await studies.readContent(sha256)).toString('utf8')).toBe('# mended\n');

    const folder = join(await temporaryFolder(), 'restored');
    const restored = await restoreStudy(objects, studyId, folder);
    expect(restored.revisions).toEqual([{ revision: 2, folder: 'revision-2' }]);
    expect(await readFile(join(folder, 'revision-2', name), 'utf8')).toBe('# mended\n');
    expect(await readFile(join(folder, name), 'utf8')).not.toBe('# mended\n');
    expect(await readdir(join(folder, 'revision-2'))).toContain('study.yaml');
  });

  it('tells when, by whom and from what the results were made', async () => {
    const { crate } = await archived();
    const { '@graph': graph } = JSON.parse(
      await readFile(join(crate, 'ro-crate-metadata.json'), 'utf8'),
    ) as { readonly '@graph': readonly Record<string, unknown>[] };
    const entity = (id: string) => graph.find((each) => each['@id'] === id);
    expect(entity('#run')).toMatchObject({
      '@type': 'CreateAction',
      startTime: '2026-01-01T00:00:00.000Z',
      endTime: '2026-01-01T00:01:00Z',
      agent: { '@id': '#agent' },
      result: ['design.csv', 'results.csv', 'runs.csv', 'summary.json'].map((id) => ({
        '@id': id,
      })),
    });
    expect(entity('#agent')).toMatchObject({ name: 'someone' });
    expect(entity('#job-KqCXp')).toMatchObject({
      description: expect.stringContaining('jobs/KqCXp~xd/v1/') as string,
    });
    expect(entity('./')).toMatchObject({ datePublished: passTime });
  });

  it('is kept while nothing changes, and goes on with a version that was never finished', async () => {
    const { store, destination, crate } = await archived();
    const again = { passTime: '2026-01-03T03:00:00.000Z', jobs };
    expect(await writeStudyCrate(destination, store, studyId, again)).toMatchObject({ files: 0 });
    const manifest = await readFile(join(crate, 'manifest-sha256.txt'), 'utf8');
    await rm(join(crate, 'manifest-sha256.txt'));
    await writeFile(join(crate, 'stray.txt'), 'x');
    await writeFile(join(crate, 'runs.csv.0123456789ab.part'), 'x');
    await writeStudyCrate(destination, store, studyId, { passTime, jobs });
    expect(await readFile(join(crate, 'manifest-sha256.txt'), 'utf8')).toBe(manifest);
    expect((await readdir(crate)).filter((name) => /stray|part$/u.test(name))).toEqual([]);
    await store.study(studyId).write(layout.price, { amount: 1, currency: 'EUR' });
    await writeStudyCrate(destination, store, studyId, again);
    expect((await readdir(join(crate, '..'))).sort()).toEqual(['v1', 'v2']);
    // A version that was damaged is never touched, nor taken for the newest.
    await writeFile(join(crate, '../v2/manifest-sha256.txt'), 'rubbish\n');
    await writeStudyCrate(destination, store, studyId, again);
    expect((await readdir(join(crate, '..'))).sort()).toEqual(['v1', 'v2', 'v3']);
  });

  it.each(['cantilever-beam', 'ishigami', 'rc-filter', 'rosenbrock'])(
    'gives the recorded statistics again from the tables of %s',
    async (name) => {
      const { objects } = await archived(`studies/${name}`);
      expect((await verifyDestination(objects)).faults).toEqual([]);
    },
  );

  it.each([
    [
      'summary.json',
      /("name": "Mean stress"[^}]*"value": )[0-9.]+/u,
      /summary.json findings.0.value: expected 1.5, as recorded, found [0-9.]+ by the tables/u,
    ],
    [
      'statistics.json',
      /("mean": )[0-9.]+/u,
      /statistics.json [a-zA-Z.0-9]+.mean: expected 1.5, as recorded, found [0-9.]+ by the tables/u,
    ],
  ])(
    'is found out when the statistics in its %s do not follow from its tables',
    async (file, place, told) => {
      const { crate, objects } = await archived();
      const path = join(crate, file);
      const text = await readFile(path, 'utf8');
      const forged = text.replace(place, '$11.5');
      expect(forged).not.toBe(text);
      await writeFile(path, forged);
      const { createHash } = await import('node:crypto');
      const hash = (of: string): string => createHash('sha256').update(of).digest('hex');
      const manifest = join(crate, 'manifest-sha256.txt');
      const hashes = await readFile(manifest, 'utf8');
      await writeFile(manifest, hashes.replace(hash(text), hash(forged)));
      const { faults } = await verifyDestination(objects);
      expect(faults.map(({ message }) => message)).toEqual([
        expect.stringMatching(/manifest-sha256.txt: changed: .* as recorded/u),
        expect.stringMatching(told),
      ]);
    },
  );
});

describe('a study restored from an archive', () => {
  it('has the plan hash of the archived one', async () => {
    const { store, objects } = await archived();
    const folder = join(await temporaryFolder(), 'deep', 'beam');
    const restored = await restoreStudy(objects, studyId, folder);
    const { planHash: expected } = await snapshotOf(store);
    expect(restored).toMatchObject({ folder, planHash: expected, files: 3 });
    expect(await planHash(await readStudy(restored.studyFile))).toBe(expected);
    expect((await readdir(folder)).sort()).toEqual(['beam.json.in', 'beam.mjs', 'study.yaml']);
  });

  it('finds files that were above its folder, or had odd names', async () => {
    const source = await temporaryFolder();
    await cp('studies/cantilever-beam', join(source, 'a/b'), { recursive: true });
    await mkdir(join(source, 'shared'));
    await rename(join(source, 'a/b/beam.mjs'), join(source, 'shared/Beam: 1.mjs'));
    await rename(join(source, 'a/b/beam.json.in'), join(source, 'a/beam.json.in'));
    const file = join(source, 'a/b/study.yaml');
    const text = (await readFile(file, 'utf8'))
      .replace('inputFiles: [beam.mjs]', 'inputFiles: ["../../shared/Beam: 1.mjs"]')
      .replace('template: beam.json.in', 'template: ../beam.json.in');
    await writeFile(file, text);
    const { store, objects } = await archived(file);
    const folder = join(await temporaryFolder(), 'beam');
    const restored = await restoreStudy(objects, studyId, folder);
    expect(restored.planHash).toBe((await snapshotOf(store)).planHash);
    expect(restored.studyFile).toBe(join(folder, 'cantilever-beam/cantilever-beam/study.yaml'));
    expect((await verifyDestination(objects)).whole).toBe(true);
  });

  it('overwrites nothing, and leaves nothing when a file is damaged', async () => {
    const { objects, crate } = await archived();
    const parent = await temporaryFolder();
    await writeFile(join(parent, 'mine.txt'), 'x');
    await expect(restoreStudy(objects, studyId, parent)).rejects.toThrow(/not empty/u);
    await expect(restoreStudy(objects, 'none', join(parent, 'new'))).rejects.toThrow(
      /no study "none"/u,
    );
    await writeFile(join(crate, 'study-files/beam.mjs'), '// other\n');
    await expect(restoreStudy(objects, studyId, join(parent, 'new'))).rejects.toThrow(
      /damaged: studies.*beam.mjs/u,
    );
    expect(await readdir(parent)).toEqual(['mine.txt']);
  });

  it('names the folder that was asked for where the study file cannot be read', async () => {
    const { objects, crate } = await archived();
    const path = join(crate, 'study-files/study.yaml');
    const text = `${await readFile(path, 'utf8')}\nsurprise: 1\n`;
    await writeFile(path, text);
    const list = join(crate, 'study-files.json');
    const sha256 = createHash('sha256').update(text).digest('hex');
    const files = JSON.parse(await readFile(list, 'utf8')) as { at: string }[];
    const forged = files.map((file) =>
      file.at === 'study-files/study.yaml' ? { ...file, sha256 } : file,
    );
    await writeFile(list, JSON.stringify(forged));
    const folder = join(await temporaryFolder(), 'new');
    const error = await restoreStudy(objects, studyId, folder).catch((one: unknown) => one);
    expect(String(error)).toContain(`${folder}/study.yaml:`);
    expect(String(error)).not.toContain('.part');
  });

  it('never writes out of its folder', async () => {
    const { objects, crate } = await archived();
    const path = join(crate, 'study-files.json');
    const text = await readFile(path, 'utf8');
    const parent = await temporaryFolder();
    for (const evil of ['/etc/evil', 'a\\\\b', 'x/../../y/../..']) {
      await writeFile(path, text.replace('"path": "beam.mjs"', `"path": "${evil}"`));
      await expect(restoreStudy(objects, studyId, join(parent, 'new'))).rejects.toThrow();
    }
    await writeFile(
      path,
      text.replace('"at": "study-files/beam.mjs"', '"at": "../../../beam.mjs"'),
    );
    await expect(restoreStudy(objects, studyId, join(parent, 'new'))).rejects.toThrow(
      /damaged: .*a place outside of the study/u,
    );
    await writeFile(path, text.replace('"path": "beam.mjs"', '"path": "../../../beam.mjs"'));
    await expect(restoreStudy(objects, studyId, join(parent, 'new'))).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:STUDY|RESULT|USAGE)_/u) as string,
    });
    expect(await readdir(parent)).toEqual([]);
  });
});
