import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  layout,
  openStore,
  publishResults,
  publishRuns,
  recordNames,
  writeManifest,
  type DocumentFolder,
  type Store,
} from '../../src/store/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

const count = 20;
const attempts = Array.from({ length: count }, (_, index) => ({ run: index + 1, attempt: 1 }));

let root = '';
let store: Store;
let folder: DocumentFolder;
const kept = (...path: string[]): string => join(root, 'store', 'studies', 'beam-1', ...path);
const read = async (run: number, path: string, attempt = 1): Promise<string> =>
  text(await folder.readStream(layout.runFiles(run, attempt).file(path)));
const pack = (): Promise<void> => store.packRuns('beam-1', attempts);

beforeEach(async () => {
  root = temporaryFolder(onTestFinished);
  store = await openStore(join(root, 'store'));
  folder = store.study('beam-1');
  for (const { run } of attempts) {
    await folder.sink(layout.runFiles(run, 1).file('out'))([`y${run}`]);
    await folder.sink(layout.runFiles(run, 1).file('plots/a'))([`a${run}`]);
  }
});

describe('packed files of runs', () => {
  it('are found where they were, of which nothing is left', async () => {
    const stamp = await folder.stamp(layout.runFiles(7, 1).file('out'));
    await pack();
    expect(readdirSync(kept('runs'))).toEqual([]);
    const [index = '', bytes = ''] = readdirSync(kept('packed')).sort().reverse();
    expect(index).toMatch(/^1-20-[0-9a-f]{16}\.ndjson$/u);
    expect(bytes).toBe(index.replace('.ndjson', '.bin'));

    const runs = attempts.map(({ run }) => String(run)).sort();
    expect((await folder.list(layout.allRuns)).folders).toEqual(runs);
    expect((await folder.list(layout.runAttempts('7'))).folders).toEqual(['1']);
    expect(await folder.list(layout.runFiles(7, 1))).toEqual({
      ...{ objects: ['out'], folders: ['plots'] },
    });
    expect(
      (await folder.list({ prefix: `${layout.runFiles(7, 1).prefix}plots/` })).objects,
    ).toEqual(['a']);
    expect(await read(7, 'out')).toBe('y7');
    expect(await read(20, 'plots/a')).toBe('a20');
    expect(await folder.has(layout.runFiles(7, 1).file('out'))).toBe(true);
    expect(await folder.has(layout.runFiles(7, 2).file('out'))).toBe(false);
    expect(await folder.has(layout.runFiles(21, 1).file('out'))).toBe(false);
    expect(await folder.stamp(layout.runFiles(7, 1).file('out'))).toMatchObject({ ...stamp });
  });

  it('are no record of their own', async () => {
    await pack();
    const names: string[] = [];
    for await (const name of recordNames(folder)) names.push(name);
    expect(names).toEqual([]);
    expect((await folder.list({ prefix: '' })).folders).toEqual(['runs']);
  });

  it('are files again in a workspace', async () => {
    await pack();
    const { directory } = await folder.workspace(layout.runFiles(7, 1));
    expect(readFileSync(join(directory, 'out'), 'utf8')).toBe('y7');
    expect(readFileSync(join(directory, 'plots', 'a'), 'utf8')).toBe('a7');
    expect(existsSync(kept('runs', '8'))).toBe(false);
  });

  it('count less than what was collected again', async () => {
    await pack();
    await folder.sink(layout.runFiles(7, 1).file('out'))(['z7']);
    expect(await read(7, 'out')).toBe('z7');
    expect(await read(7, 'plots/a')).toBe('a7');
    await pack();
    expect(await read(7, 'out')).toBe('z7');
  });

  it('stay beside those of a later attempt', async () => {
    await pack();
    await folder.sink(layout.runFiles(7, 2).file('out'))(['z7']);
    expect((await folder.list(layout.runAttempts('7'))).folders).toEqual(['1', '2']);
    expect([await read(7, 'out'), await read(7, 'out', 2)]).toEqual(['y7', 'z7']);
  });

  it('are the same after several tries at once, and where one was killed between its two files', async () => {
    await Promise.all([pack(), store.packRuns('beam-1', attempts.slice(0, 17)), pack()]);
    for (const { run } of attempts) expect(await read(run, 'out')).toBe(`y${run}`);
    rmSync(kept('packed'), { recursive: true });
    folder = store.study('beam-1');
    for (const { run } of attempts) await folder.sink(layout.runFiles(run, 1).file('out'))(['n']);
    await folder.sink(layout.pack('1-20-0123456789abcdef'))(['half of a pack']);
    expect(await read(7, 'out')).toBe('n');
    await pack();
    expect(await read(7, 'out')).toBe('n');
  });

  it('are given as far as they are there, where their pack was cut', async () => {
    await pack();
    const [bytes = ''] = readdirSync(kept('packed')).filter((name) => name.endsWith('.bin'));
    truncateSync(kept('packed', bytes), 3);
    expect(await read(1, 'out')).toBe('y1');
    expect(await read(20, 'out')).toBe('');
    rmSync(kept('packed', bytes));
    folder = store.study('beam-1');
    expect(await folder.has(layout.runFiles(1, 1).file('out'))).toBe(false);
  });
});

describe('files of runs that stay by themselves', () => {
  it('are those of a run with a long one', async () => {
    await folder.sink(layout.runFiles(7, 1).file('log'))(['x'.repeat(4_097)]);
    await pack();
    expect(readdirSync(kept('runs'))).toEqual(['7']);
    expect(readdirSync(kept('runs', '7', '1')).sort()).toEqual(['log', 'out', 'plots']);
  });

  it('are those of few runs', async () => {
    await store.packRuns('beam-1', attempts.slice(0, 15));
    expect(readdirSync(kept('runs'))).toHaveLength(count);
  });
});

describe('results of packed runs', () => {
  const place = (...path: string[]): string => join(root, 'results', ...path);

  it('are as those of others', async () => {
    await writeManifest(folder, {});
    await pack();
    await publishResults(folder, place());
    for (const { run } of attempts) {
      expect(readFileSync(place('runs', String(run), 'out'), 'utf8')).toBe(`y${run}`);
      expect(readFileSync(place('runs', String(run), 'plots', 'a'), 'utf8')).toBe(`a${run}`);
    }
  });

  it('are not copied again where they were copied before they were packed', async () => {
    // A copy of the same moment may be of what was there before.
    await new Promise((done) => setTimeout(done, 50));
    await publishRuns(folder, place(), [7]);
    const before = statSync(place('runs', '7', 'out')).ino;
    await pack();
    await publishResults(folder, place());
    expect(statSync(place('runs', '7', 'out')).ino).toBe(before);
  });
});
