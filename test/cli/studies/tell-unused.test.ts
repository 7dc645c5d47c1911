import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../src/cli/context.ts';
import { tellUnused } from '../../../src/cli/studies/find-changes.ts';
import {
  keepStudyFiles,
  openStore,
  type KeptFiles,
  type StudyRevision,
  type StudySnapshot,
} from '../../../src/store/index.ts';
import { readStudy } from '../../../src/study-file/index.ts';

let root = '';
let source = '';
let kept: KeptFiles;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-unused-'));
  cpSync('studies/ishigami', join(root, 'study'), { recursive: true });
  source = join(root, 'study', 'study.yaml');
  kept = await keepStudyFiles(await openStore(join(root, 'store')), await readStudy(source));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** All that is said of a look at the folder. */
async function told(revision?: number): Promise<string> {
  const said: string[] = [];
  const say = (sentence: string): void => void said.push(sentence);
  const output = { warn: say, note: say };
  const context = { output, cwd: root, env: {}, flags: {} } as unknown as CommandContext;
  const snapshot = { ...kept, source } as StudySnapshot;
  const newest = revision === undefined ? undefined : ({ ...kept, revision } as StudyRevision);
  await tellUnused(context, { studyId: 'beam', snapshot, newest, source });
  return said.join('\n');
}

describe('files that differ and are not used', () => {
  const change = (): void =>
    writeFileSync(join(root, 'study', kept.files[0]?.path ?? ''), 'mended');

  it('are told with the files that are used, and the command that uses them', async () => {
    expect(await told()).toBe('');
    change();
    const text = await told();
    expect(text).toContain("The runs run with the study's own files, NOT with the changed ones:");
    expect(text).toContain('To use the changed files: doeflow retry beam --failed --with-changes');
  });

  it('are told beside the revision that is used', async () => {
    expect(await told(2)).toBe("The runs run with revision 2 of the study's files.");
    change();
    const text = await told(2);
    expect(text).toContain("run with revision 2 of the study's files, NOT with the changed ones:");
    expect(text).not.toContain("the study's own files");
  });

  it('can not be used where one is missing', async () => {
    rmSync(join(root, 'study', kept.files[0]?.path ?? ''));
    const text = await told();
    expect(text).toContain('is missing');
    expect(text).toContain(`They can't be used as they are. What is missing or wrong: doeflow`);
    expect(text).not.toContain('To use the changed files');
  });
});
