import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { CommandContext } from '../../../src/cli/context.ts';
import { showEnded } from '../../../src/cli/studies/show-ended.ts';
import { layout, openStore } from '../../../src/store/index.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { studyOf, uniform } from '../../study/plain-study.ts';

it('a copy of the results that is made now is no longer told as one that could not be made', async () => {
  const root = temporaryFolder(onTestFinished);
  const store = await openStore(join(root, 'store'));
  const folder = store.study('beam-1');
  await folder.sink(layout.resultsTable)(['run,y\n1,2\n']);
  const resultsDir = join(root, 'results', 'beam-1');
  const counts = { total: 1, done: 1, failed: 0 };
  const notCopied = `The results are safe in the store, but could not be copied to ${resultsDir}: the disk is full`;
  await folder.write(layout.status, {
    ...{ studyId: 'beam-1', studyName: 'beam', planHash: 'p', state: 'Finished' },
    ...{ activity: '', jobs: [], failures: [], notes: ['The platform was slow.', notCopied] },
    runs: { ...counts, submitted: 1 },
  });
  const notes: string[] = [];
  const shown: { json: { notes: readonly string[] } }[] = [];
  const output = {
    note: (line: string) => notes.push(line),
    show: (view: (typeof shown)[number]) => shown.push(view),
    tell: () => undefined,
  };
  const show = (): Promise<void> =>
    showEnded(
      { output, end: () => undefined } as unknown as CommandContext,
      { store, studyId: 'beam-1', study: studyOf([uniform('x')]), resultsDir },
      { studyId: 'beam-1', state: 'Finished', runs: { ...counts, submitted: 1 } },
    );

  writeFileSync(join(root, 'results'), 'a file in the way');
  await expect(show()).rejects.toThrow('safe in the store');
  expect(notes).toContain(`note: ${notCopied}`);

  notes.length = 0;
  rmSync(join(root, 'results'));
  await show();
  expect(readFileSync(join(resultsDir, 'results.csv'), 'utf8')).toBe('run,y\n1,2\n');
  expect(notes).toEqual(['note: The platform was slow.', 'Next: doeflow results beam-1']);
  expect(shown[0]?.json.notes).toEqual(['The platform was slow.']);
});
