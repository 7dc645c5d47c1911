import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepShownFiles } from '../../../src/cli/studies/keep-shown-files.ts';
import { lookAtFolder, type FolderLook } from '../../../src/cli/studies/look-at-folder.ts';
import { keepStudyFiles, openStore, type Store } from '../../../src/store/index.ts';
import { readStudy, type LoadedStudy } from '../../../src/study-file/index.ts';

let root = '';
let source = '';
let named = '';
let store: Store;
let loaded: LoadedStudy;
let look: FolderLook;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-shown-'));
  cpSync('studies/ishigami', join(root, 'study'), { recursive: true });
  source = join(root, 'study', 'study.yaml');
  store = await openStore(join(root, 'store'));
  const before = await keepStudyFiles(store, await readStudy(source));
  named = before.files[0]?.path ?? '';
  writeFileSync(join(root, 'study', named), 'mended');
  loaded = await readStudy(source);
  look = (await lookAtFolder(source, before)) ?? { source, changes: [], files: undefined };
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const keep = () => keepShownFiles(store, loaded, look);

describe('files that a person was shown', () => {
  it('are kept with the hashes that were shown', async () => {
    const kept = await keep();
    expect(look.changes).toMatchObject([{ path: named, change: 'changed' }]);
    expect(kept.files.find(({ path }) => path === named)?.sha256).toBe(look.changes[0]?.after);
  });

  it('are refused where one was changed since, by its name', async () => {
    writeFileSync(join(root, 'study', named), 'changed once more');
    await expect(keep()).rejects.toMatchObject({
      exitCode: 5,
      message: `${named} was changed after it was shown; nothing was run`,
    });
  });

  it('are refused where one is missing since, or the study file is another', async () => {
    rmSync(join(root, 'study', named));
    await expect(keep()).rejects.toThrow(`${named} was changed`);
    writeFileSync(join(root, 'study', named), 'mended');
    writeFileSync(source, `${loaded.text}# more\n`);
    await expect(keep()).rejects.toThrow('study.yaml was changed');
    rmSync(source);
    await expect(keep()).rejects.toMatchObject({ exitCode: 5 });
  });

  it('are compared as they were kept, whatever a look saw', async () => {
    const other = { ...loaded, text: `${loaded.text}# planned from another text\n` };
    await expect(keepShownFiles(store, other, look)).rejects.toThrow('study.yaml was changed');
  });
});
