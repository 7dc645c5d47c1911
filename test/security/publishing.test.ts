import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namedFolder } from '../../src/cli/named-folder.ts';
import { makeFolder, takeFileLock, writeInside } from '../../src/files/index.ts';
import { openFolderStore } from '../../src/objects/index.ts';
import { layout, openStore, publishResults, type DocumentFolder } from '../../src/store/index.ts';

const table = 'run,y\n1,2\n';
const secret = 'the owner of this file wants it as it is';

let root = '';
let folder: DocumentFolder;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-planted-'));
  folder = (await openStore(join(root, 'store'))).study('beam-1');
  await folder.sink(layout.resultsTable)([table]);
  await folder.sink(layout.runFiles(1, 1).file('out/y.txt'))(['2']);
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const place = (...path: string[]): string => join(root, 'results', 'beam-1', ...path);
const publish = (): Promise<void> => publishResults(folder, place());

/** A folder beside the results, which nothing may be written into. */
function elsewhere(): string {
  const path = join(root, 'elsewhere');
  mkdirSync(path);
  writeFileSync(join(path, 'results.csv'), secret);
  return path;
}

describe('results in a folder that others prepared', () => {
  it.each([
    ['the folder for results', (to: string) => symlinkSync(to, join(root, 'results'))],
    [
      "the study's own folder",
      (to: string) => {
        mkdirSync(join(root, 'results'));
        symlinkSync(to, place());
      },
    ],
    [
      'a folder of a run',
      (to: string) => {
        mkdirSync(place('runs'), { recursive: true });
        symlinkSync(to, place('runs', '1'));
      },
    ],
    [
      'a file',
      (to: string) => {
        mkdirSync(place(), { recursive: true });
        symlinkSync(join(to, 'results.csv'), place('results.csv'));
      },
    ],
    [
      'a link to what is not there yet',
      (to: string) => {
        mkdirSync(place(), { recursive: true });
        symlinkSync(join(to, 'new.csv'), place('results.csv'));
      },
    ],
  ])('stay in the store where %s is a link, and that is said', async (_what, plant) => {
    const other = elsewhere();
    plant(other);
    await expect(publish()).rejects.toThrow(/ is a link, and links are not followed/u);
    expect(readdirSync(other)).toEqual(['results.csv']);
    expect(readFileSync(join(other, 'results.csv'), 'utf8')).toBe(secret);
  });

  it('take the place of a file that has a further name, whose content stays', async () => {
    const other = join(elsewhere(), 'results.csv');
    mkdirSync(place(), { recursive: true });
    linkSync(other, place('results.csv'));
    await publish();
    expect(readFileSync(other, 'utf8')).toBe(secret);
    expect(readFileSync(place('results.csv'), 'utf8')).toBe(table);
  });

  it('leave nothing half written beside what is in the way', async () => {
    mkdirSync(place('results.csv'), { recursive: true });
    await expect(publish()).rejects.toThrow();
    expect(readdirSync(place())).toEqual(['results.csv']);
  });

  it('never get a name that leads out of it', async () => {
    for (const path of ['../out.csv', '/tmp/out.csv', 'a/../../out.csv', 'a//b', '']) {
      await expect(writeInside(root, path, ['x'])).rejects.toThrow(RangeError);
    }
  });

  it('go where a link leads that their owner named, but not by a default name', async () => {
    const other = elsewhere();
    symlinkSync(other, join(root, 'mine'));
    symlinkSync(other, join(root, 'results'));
    expect(await namedFolder(root, 'mine/new')).toBe(join(other, 'new'));
    expect(await namedFolder(root, 'results')).toBe(join(root, 'results'));
  });
});

describe.each([0o000, 0o022, 0o077])('with the umask %i', (umask) => {
  let before = 0;
  beforeEach(() => {
    before = process.umask(umask);
  });
  afterEach(() => {
    process.umask(before);
  });

  /** Modes of all files and folders below a folder, itself included. */
  function modesBelow(path: string): readonly string[] {
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
    const modes = ['', ...names].map((name) => {
      const stats = lstatSync(join(path, name));
      return `${stats.isDirectory() ? 'folder' : 'file'} ${(stats.mode & 0o777).toString(8)}`;
    });
    return [...new Set(modes)].sort();
  }

  it('all that is kept, copied out or archived is for its owner alone', async () => {
    const inside = join(root, 'made');
    const store = await openStore(join(inside, 'deep', 'store'));
    await store.putBytes(Buffer.from('content'));
    await store.study('beam-2').sink(layout.resultsTable)([table]);
    await store.engineId();
    await publishResults(folder, join(inside, 'results', 'beam-1'));
    const archive = openFolderStore(join(inside, 'archive'));
    await archive.write('bags/1/data.txt', ['x']);
    await archive.putIfAbsent('bags/1/mark.json', Buffer.from('{}'));
    const tag = (await archive.get('bags/1/mark.json'))?.tag ?? '';
    await archive.putIfMatch('bags/1/mark.json', Buffer.from('[]'), tag);
    await makeFolder(join(inside, 'further', 'folder'));
    takeFileLock(join(inside, 'one.lock'))?.release();
    expect(modesBelow(inside)).toEqual(['file 600', 'folder 700']);
  });

  it('a private file is so from its first byte', async () => {
    const place = join(root, 'private');
    mkdirSync(place);
    const modes: number[] = [];
    async function* watched(): AsyncGenerator<string> {
      yield 'x';
      while (readdirSync(place).length === 0) await delay(5);
      modes.push(...readdirSync(place).map((name) => statSync(join(place, name)).mode & 0o777));
    }
    await openFolderStore(place).write('one.txt', watched());
    expect(modes).toEqual([0o600]);
  });
});

const isRoot = process.getuid?.() === 0 && existsSync('/usr/bin/setpriv');

describe.runIf(isRoot)('another user of this machine', () => {
  it('reads nothing of the store and of the results, even where the folder above is open', async () => {
    const open = join(root, 'open');
    mkdirSync(open, { mode: 0o755 });
    execFileSync('chmod', ['755', root, open]);
    const store = await openStore(join(open, 'store'));
    await store.study('beam-2').sink(layout.resultsTable)([table]);
    await publishResults(folder, join(open, 'results', 'beam-1'));
    const paths = ['store', 'results', 'results/beam-1/results.csv', 'store/studies/beam-2'];
    for (const path of paths) {
      const look = (): unknown =>
        execFileSync(
          'setpriv',
          ['--reuid=65534', '--regid=65534', '--clear-groups', 'sh', '-c'].concat(
            'ls "$1"/* 2>/dev/null || cat "$1"',
            'sh',
            join(open, path),
          ),
          { stdio: 'pipe' },
        );
      expect(look, path).toThrow();
    }
  });
});
