/** What a study may read on this machine. */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StudyError } from '../../src/errors.ts';
import { streamRealFile } from '../../src/files/index.ts';
import { ownPlaces } from '../../src/host/own-places.ts';
import { openStore, keepStudyFiles } from '../../src/store/index.ts';
import { planFileText, planLoadedStudy, readPlanFile } from '../../src/study-file/index.ts';
import { readStudy, type StudyBounds } from '../../src/study-file/index.ts';

let root: string;
let folder: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'doeflow-bounds-')));
  folder = join(root, 'study');
  for (const name of ['study', 'shared', 'home', 'home/tokens']) mkdirSync(join(root, name));
  writeFileSync(join(root, 'shared/mesh.txt'), 'a mesh');
  writeFileSync(join(root, 'home/platform-token'), 'the-token-of-the-local-platform');
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** A study with one input file. */
async function read(file: string, bounds: StudyBounds = {}) {
  writeFileSync(
    join(folder, 'study.yaml'),
    `name: stranger
variables: [{name: x, type: Design, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}}]
design: {method: monte-carlo, runs: 2}
job:
  analysis: {code: user_included, version: "0"}
  command: echo \${x}
  hardware: {coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1}
  inputFiles: [${JSON.stringify(file)}]
`,
  );
  return readStudy(folder, bounds);
}

async function issueOf(file: string, bounds?: StudyBounds) {
  const error = await read(file, bounds).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof StudyError))
    throw new Error(`Expected a StudyError, got ${String(error)}`);
  const [issue] = error.issues;
  return issue;
}

const never = (): readonly string[] =>
  ownPlaces({ flags: {}, env: { HOME: root, DOEFLOW_HOME: join(root, 'home') }, cwd: root });

describe('files of a study', () => {
  it('are read inside its folder, also through links that stay there', async () => {
    mkdirSync(join(folder, 'parts'));
    writeFileSync(join(folder, 'parts/a.txt'), 'a');
    symlinkSync('parts/a.txt', join(folder, 'link.txt'));
    const loaded = await read('link.txt');
    expect(loaded.files).toEqual([
      { path: 'link.txt', absolutePath: join(folder, 'parts/a.txt'), role: 'input' },
    ]);
  });

  it.each([
    ['a path up', () => '../shared/mesh.txt'],
    ['an absolute path', () => join(root, 'shared/mesh.txt')],
    ['a link to a file', () => (symlinkSync('../shared/mesh.txt', join(folder, 'l')), 'l')],
    ['a link to a folder', () => (symlinkSync('../shared', join(folder, 'd')), 'd/mesh.txt')],
  ])('are refused outside it: %s', async (_what, name) => {
    const issue = await issueOf(name());
    expect(issue).toMatchObject({ line: 8, column: 16 });
    expect(issue?.message).toContain("Expected a file inside the study's folder");
    expect(issue?.message).toContain(join(root, 'shared/mesh.txt'));
    expect(issue?.hint).toContain(`--allow-outside ${join(root, 'shared')}`);
  });

  it('may lie in a folder that a person allows, and are marked', async () => {
    const loaded = await read('../shared/mesh.txt', { allowOutside: [join(root, 'shared')] });
    expect(loaded.files).toEqual([
      {
        path: '../shared/mesh.txt',
        absolutePath: join(root, 'shared/mesh.txt'),
        role: 'input',
        outside: true,
      },
    ]);
    expect(
      (await issueOf('../home/x', { allowOutside: [join(root, 'shared')] }))?.message,
    ).toContain("doesn't exist");
  });

  it.each([
    ['the token of the engine', () => '../home/platform-token'],
    [
      'another name of it',
      () => (linkSync(join(root, 'home/platform-token'), join(folder, 'n')), 'n'),
    ],
    [
      'another name of the token of another profile',
      () => {
        const tokens = join(root, '.config/doeflow/tokens');
        mkdirSync(tokens, { recursive: true });
        writeFileSync(join(tokens, 'acme'), 'the-token-of-a-profile');
        linkSync(join(tokens, 'acme'), join(folder, 'n'));
        return 'n';
      },
    ],
    ['what a process was started with', () => '/proc/self/environ'],
    ['the system', () => '/sys/kernel/vmcoreinfo'],
    ['a device', () => '/dev/zero'],
  ])('are never those of the engine or the system: %s', async (_what, name) => {
    const issue = await issueOf(name(), { allowOutside: ['/'], never: never() });
    expect(issue?.message).toContain('no study may read the files of doeflow or of the system');
  });

  it('stay readable where the study lies in the home of the engine', async () => {
    folder = join(root, 'home/studies');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.txt'), 'a');
    expect((await read('a.txt', { never: never() })).files).toHaveLength(1);
    expect(
      (await issueOf('../platform-token', { allowOutside: ['/'], never: never() }))?.message,
    ).toContain('no study may read');
  });

  it('are regular: nothing waits for a pipe', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect((await issueOf('pipe'))?.message).toBe(
      'Expected a regular file, got "pipe", which is a named pipe',
    );
    rmSync(join(folder, 'study.yaml'));
    execFileSync('mkfifo', [join(folder, 'study.yaml')]);
    await expect(readStudy(folder)).rejects.toThrow('a named pipe');
  });

  it('include the study file itself', async () => {
    writeFileSync(join(root, 'shared/secret'), 'password: hunter2');
    symlinkSync('../shared/secret', join(folder, 'study.yaml'));
    await expect(readStudy(folder)).rejects.toThrow("Expected a file inside the study's folder");
    await expect(readStudy(folder)).rejects.not.toThrow('hunter2');
  });
});

describe('a file that is exchanged after it was checked', () => {
  it('is not kept: a link in its place, or in the place of its folder', async () => {
    mkdirSync(join(folder, 'parts'));
    writeFileSync(join(folder, 'parts/mesh.txt'), 'inside');
    const loaded = await read('parts/mesh.txt');
    const store = await openStore(join(root, 'store'));
    renameSync(join(folder, 'parts'), join(folder, 'before'));
    symlinkSync('../shared', join(folder, 'parts'));
    await expect(keepStudyFiles(store, loaded)).rejects.toThrow('was replaced while it was read');
    rmSync(join(folder, 'parts'));
    mkdirSync(join(folder, 'parts'));
    symlinkSync('../../shared/mesh.txt', join(folder, 'parts/mesh.txt'));
    expect(() => streamRealFile(join(folder, 'parts/mesh.txt'))).toThrow();
  });
});

describe('a plan file of a stranger', () => {
  it('names every file that its study reads', async () => {
    writeFileSync(join(folder, 'a.txt'), 'a');
    const loaded = await read('a.txt');
    const plan = planLoadedStudy(loaded);
    const target = join(root, 'plan.json');
    const text = await planFileText(
      { loaded: { ...loaded, files: [] }, plan },
      { target, engineVersion: '0' },
    );
    writeFileSync(target, text);
    await expect(readPlanFile(target)).rejects.toMatchObject({ code: 'USAGE_PLAN_CHANGED' });
  });
});
