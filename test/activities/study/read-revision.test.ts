/** What is said of mended files, and which of them are sent. */
import { afterEach, expect, it } from 'vitest';
import { layout } from '../../../src/store/index.ts';
import { beamStudy, keepStudy } from '../../security/kept-study.ts';

const studyId = 'beam-1';
const createdAt = '2026-01-02T00:00:00.000Z';

it('a revision names up to five of its changed files, and how many more there are', async () => {
  const text = `${beamStudy}  inputFiles: [mesh.dat]\n`;
  const { call, folder } = await keepStudy(studyId, text, {}, afterEach, { 'mesh.dat': 'mesh' });
  const { studyFile, files } = await folder.read(layout.snapshot);
  const note = async (revision: number, changed: number): Promise<string> => {
    const changes = Array.from({ length: changed }, (_, index) => ({
      ...{ path: `f${index + 1}.dat`, change: 'changed' as const },
      ...{ before: 'a'.repeat(64), after: 'b'.repeat(64) },
    }));
    await folder.write(layout.revision(revision), {
      ...{ formatVersion: 1, revision, createdAt, engineVersion: '0', runs: 'failed' },
      ...{ changes, studyFile, files },
    });
    const read = await call('readRevision', { studyId, revision });
    expect(read.files).toEqual(['mesh.dat']);
    return read.note;
  };
  const named = (count: number): string =>
    Array.from(
      { length: count },
      (_, index) => `f${index + 1}.dat changed (aaaaaaaa to bbbbbbbb)`,
    ).join(', ');
  const start = (revision: number): string =>
    `Since ${createdAt}, what is started runs with revision ${revision} of the study's files: `;
  const end = '. Runs that have ended keep theirs';
  expect(await note(2, 1)).toBe(`${start(2)}${named(1)}${end}`);
  expect(await note(3, 5)).toBe(`${start(3)}${named(5)}${end}`);
  expect(await note(4, 7)).toBe(`${start(4)}${named(5)}, and 2 more${end}`);
});
