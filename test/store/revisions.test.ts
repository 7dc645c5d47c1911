import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  amendmentWords,
  changeOf,
  compareFiles,
  createAmendment,
  describeChange,
  keepRevision,
  layout,
  findAmended,
  openStore,
  readAskedAgain,
  readRevisions,
  snapshotAt,
  type KeptFiles,
  type Store,
  type StudySnapshot,
} from '../../src/store/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

const hash = (letter: string): string => letter.repeat(64);
const file = (path: string, letter: string): KeptFiles['files'][number] => ({
  ...{ path, role: 'input', sha256: hash(letter), bytes: 1 },
});
const kept = (...files: KeptFiles['files']): KeptFiles => ({
  studyFile: { name: 'study.yaml', sha256: hash('0') },
  files,
});
const snapshot: StudySnapshot = {
  formatVersion: 1,
  ...{ studyId: 'beam-1', studyName: 'beam', planHash: 'p', createdAt: '', engineVersion: '0' },
  ...kept(file('solve.sh', 'a'), file('mesh.txt', 'b')),
};
const facts = {
  createdAt: '2026-01-01T00:00:00.000Z',
  engineVersion: '0',
  runs: 'failed',
} as const;

let root = '';
let store: Store;
beforeEach(async () => {
  root = temporaryFolder(onTestFinished);
  store = await openStore(root);
});

describe('the revisions of a study', () => {
  it('are kept beside the snapshot, each with what it changed in the one before', async () => {
    const folder = store.study('beam-1');
    await folder.write(layout.snapshot, snapshot);
    const second = kept(file('solve.sh', 'c'), file('mesh.txt', 'b'));
    const third = kept(file('solve.sh', 'c'), file('load.txt', 'd'));
    expect(await keepRevision(folder, snapshot, second, facts)).toBe(2);
    expect(await keepRevision(folder, snapshot, third, facts)).toBe(3);
    expect((await readRevisions(folder)).map(({ changes }) => changes.map(describeChange))).toEqual(
      [
        ['solve.sh changed (aaaaaaaa to cccccccc)'],
        ['mesh.txt is missing (bbbbbbbb)', 'load.txt is new (dddddddd)'],
      ],
    );
    expect(await folder.read(layout.snapshot)).toEqual(snapshot);
    expect(await snapshotAt(folder, snapshot, 2)).toEqual({ ...snapshot, ...second });
    for (const first of [undefined, 1]) {
      expect(await snapshotAt(folder, snapshot, first)).toEqual(snapshot);
    }
  });

  it('have the hash of their own plan, where they were kept with one', async () => {
    const folder = store.study('beam-1');
    const mended = (letter: string): KeptFiles => kept(file('solve.sh', letter));
    await keepRevision(folder, snapshot, mended('c'), { ...facts, planHash: 'q' });
    await keepRevision(folder, snapshot, mended('d'), facts);
    const hashes = [1, 2, 3].map(async (one) => (await snapshotAt(folder, snapshot, one)).planHash);
    expect(await Promise.all(hashes)).toEqual(['p', 'q', 'p']);
  });

  it('grow by none when a command is given again, also by two at the same moment', async () => {
    const folder = store.study('beam-1');
    const mended = kept(file('solve.sh', 'c'), file('mesh.txt', 'b'));
    const numbers = await Promise.all(
      Array.from({ length: 4 }, () => keepRevision(folder, snapshot, mended, facts)),
    );
    expect(numbers).toEqual([2, 2, 2, 2]);
    expect(await keepRevision(folder, snapshot, mended, facts)).toBe(2);
    expect(await readRevisions(folder)).toHaveLength(1);
  });

  it('are numbered in the order of their numbers, beyond nine', async () => {
    const folder = store.study('beam-1');
    for (let number = 2; number <= 11; number += 1) {
      const letter = (number % 2 === 0 ? 'c' : 'd') as string;
      expect(await keepRevision(folder, snapshot, kept(file('solve.sh', letter)), facts)).toBe(
        number,
      );
    }
    for (const name of ['2.json.bak', 'x3.json', 'notes.json']) {
      await folder.sink({ name: `revisions/${name}` })(['{}']);
    }
    expect((await readRevisions(folder)).map(({ revision }) => revision)).toEqual([
      ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    ]);
  });

  it('say of the study file that it changed, whatever its name is now', () => {
    const after = { ...kept(), studyFile: { name: 'beam.yaml', sha256: hash('9') } };
    expect(compareFiles(kept(), after)).toEqual([
      { path: 'beam.yaml', change: 'changed', before: hash('0'), after: hash('9') },
    ]);
    expect(compareFiles(kept(), kept())).toEqual([]);
  });
});

describe('runs that had ended and that amendments run again', () => {
  it('have the revisions that say so; those that only failed runs were mended by are none', async () => {
    const folder = store.study('beam-1');
    expect(await readAskedAgain(folder)).toEqual(new Map());
    expect(await findAmended(folder)).toBeUndefined();
    const amend = (before: number, runs: number[] | 'failed') =>
      createAmendment(
        folder,
        { revision: before, ...kept() },
        { ...kept(), ...facts, runs, amendment: { by: 'ann', changes: [] } },
      );
    await amend(1, [3, 1]);
    await folder.create(layout.revision(3), {
      ...{ formatVersion: 1, revision: 3, ...kept(), ...facts, runs: [1, 9], changes: [] },
    });
    await amend(3, 'failed');
    await amend(4, [1, 2]);
    expect([...(await readAskedAgain(folder))]).toEqual([
      [3, [2]],
      [1, [2, 5]],
      [2, [5]],
    ]);
    expect((await findAmended(folder))?.revision).toBe(5);
  });

  it('are told with who amended the study, when and why', () => {
    const amended = { revision: 2, createdAt: '2026-03-01T12:00:00.000Z' };
    const amendment = { by: 'ann', changes: ['runs: 20 -> 24', 'hardware'] };
    expect(amendmentWords({ ...amended, amendment })).toBe(
      'revision 2 by ann at 2026-03-01T12:00:00.000Z: runs: 20 -> 24; hardware',
    );
    expect(amendmentWords({ ...amended, amendment: { ...amendment, why: 'more points' } })).toBe(
      'revision 2 by ann at 2026-03-01T12:00:00.000Z (more points): runs: 20 -> 24; hardware',
    );
  });
});

describe('the snapshot at a revision', () => {
  it('is itself without one, and at the first', async () => {
    const folder = store.study('beam-1');
    expect(await snapshotAt(folder, snapshot, undefined)).toBe(snapshot);
    expect(await snapshotAt(folder, snapshot, 1)).toBe(snapshot);
  });

  it('has the place of the study file that the study was amended with', async () => {
    const folder = store.study('beam-1');
    const files = kept(file('solve.sh', 'c'));
    const amend = (before: number, more: object) =>
      createAmendment(
        folder,
        { revision: before, ...kept() },
        { ...files, ...facts, amendment: { by: 'ann', changes: [], ...more } },
      );
    await amend(1, {});
    await amend(2, { source: '/new/study.yaml' });
    expect(await snapshotAt(folder, snapshot, 2)).toEqual({ ...snapshot, ...files });
    const before = { ...snapshot, source: '/old/study.yaml' };
    expect((await snapshotAt(folder, before, 2)).source).toBe('/old/study.yaml');
    expect((await snapshotAt(folder, before, 3)).source).toBe('/new/study.yaml');
  });
});

it('files that differ are told by what became of them, and equal ones not at all', () => {
  const [a, b] = [hash('a'), hash('b')];
  expect(changeOf('x', a, a)).toBeUndefined();
  expect(changeOf('x', undefined, undefined)).toBeUndefined();
  expect(changeOf('x', a, b)).toEqual({ path: 'x', change: 'changed', before: a, after: b });
  expect(changeOf('x', undefined, b)).toEqual({ path: 'x', change: 'new', after: b });
  expect(changeOf('x', a, undefined)).toEqual({ path: 'x', change: 'missing', before: a });
});
