import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookAtFolder } from '../../../src/cli/studies/look-at-folder.ts';
import { keepStudyFiles, openStore, type KeptFiles } from '../../../src/store/index.ts';
import { readStudy } from '../../../src/study-file/index.ts';

let root = '';
let source = '';
let kept: KeptFiles;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-look-'));
  cpSync('studies/ishigami', join(root, 'study'), { recursive: true });
  source = join(root, 'study', 'study.yaml');
  kept = await keepStudyFiles(await openStore(join(root, 'store')), await readStudy(source));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const changes = async (): Promise<unknown> =>
  (await lookAtFolder(source, kept))?.changes.map(({ path, change }) => [path, change]);

describe('a look at the folder of a study', () => {
  it('finds no change where there is none', async () => {
    expect(await changes()).toEqual([]);
  });

  it('finds what changed, and what is named anew', async () => {
    const { path } = kept.files[0] ?? { path: '' };
    writeFileSync(join(root, 'study', path), 'other');
    writeFileSync(join(root, 'study', 'more.txt'), 'more');
    const text = (await readStudy(source)).text;
    writeFileSync(source, text.replace(/inputFiles: \[/u, 'inputFiles: [more.txt, '));
    expect(await changes()).toEqual(
      expect.arrayContaining([
        ['study.yaml', 'changed'],
        [path, 'changed'],
        ['more.txt', 'new'],
      ]),
    );
  });

  it('compares by name what a study file with mistakes named before', async () => {
    const { path } = kept.files[0] ?? { path: '' };
    rmSync(join(root, 'study', path));
    expect(await changes()).toEqual([[path, 'missing']]);
    writeFileSync(source, 'name: [');
    expect(await changes()).toEqual([
      ['study.yaml', 'changed'],
      [path, 'missing'],
    ]);
  });

  it('finds nothing where the study file is gone', async () => {
    rmSync(source);
    expect(await lookAtFolder(source, kept)).toBeUndefined();
  });
});
