import { expect, it, onTestFinished } from 'vitest';
import { writeReport } from '../../../activities/study/write-report.ts';
import { layout, openStore } from '../../../src/store/index.ts';
import { temporaryFolder } from '../../studies/run-study.ts';

it('a report that cannot be written is a note, and an earlier one is not left', async () => {
  const store = await openStore(temporaryFolder(onTestFinished));
  const folder = store.study('s-1');
  await folder.sink(layout.reportPage)(['earlier']);
  const studyCache = { get: () => Promise.reject(new Error('the snapshot is gone')) };
  const notes = await writeReport(
    { store, studyCache: studyCache as never, engineVersion: '0' },
    's-1',
    { summary: {} as never, lastJobNumber: 1, attempts: [], isStudyOver: true },
  );
  expect(notes).toEqual([
    'The report could not be written: the snapshot is gone. All other results are there. To write it again: doeflow report s-1',
  ]);
  expect(await folder.has(layout.reportPage)).toBe(false);
});
