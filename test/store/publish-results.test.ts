import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  besidesLoose,
  layout,
  openStore,
  publishResults,
  publishRuns,
  publishUnlessWhole,
  writeManifest,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

let root = '';
beforeEach(() => {
  root = temporaryFolder(onTestFinished);
});

describe('the readable copy of a study', () => {
  it('has the tables, the manifest, and the files of the latest attempt of each run', async () => {
    const folder = (await openStore(join(root, 'store'))).study('beam-1');
    await folder.sink(layout.resultsTable)(['run,y\n', '1,2\n']);
    for (const attempt of [2, 10]) {
      const { directory } = await folder.workspace(layout.runFiles(1, attempt));
      mkdirSync(join(directory, 'plots'), { recursive: true });
      writeFileSync(join(directory, 'plots', 'a.txt'), `attempt ${attempt}`);
      writeFileSync(join(directory, 'b.txt.part'), 'half');
    }
    await writeManifest(folder, { seed: 7 });
    const place = join(root, 'results');
    mkdirSync(place);
    writeFileSync(join(place, 'results.csv'), 'an older and longer table of results');
    await publishResults(folder, place);

    expect(readFileSync(join(place, 'results.csv'), 'utf8')).toBe('run,y\n1,2\n');
    expect(readFileSync(join(place, 'runs', '1', 'plots', 'a.txt'), 'utf8')).toBe('attempt 10');
    expect(readdirSync(join(place, 'runs', '1'))).toEqual(['plots']);
    expect(readdirSync(place).sort()).toEqual(['manifest.json', 'results.csv', 'runs']);
    const sha256 = createHash('sha256').update('run,y\n1,2\n').digest('hex');
    expect(JSON.parse(readFileSync(join(place, 'manifest.json'), 'utf8'))).toEqual({
      formatVersion: 1,
      seed: 7,
      files: { 'results.csv': { sha256, bytes: 10 } },
    });
  });

  it('loses what an earlier attempt had and the latest has not, but nothing that somebody changed or linked', async () => {
    const folder = (await openStore(join(root, 'store'))).study('beam-1');
    const place = join(root, 'results');
    const leave = async (attempt: number, names: readonly string[]): Promise<void> => {
      const { directory } = await folder.workspace(layout.runFiles(1, attempt));
      mkdirSync(join(directory, 'plots'), { recursive: true });
      for (const name of names) writeFileSync(join(directory, name), `${name} of ${attempt}`);
    };
    await leave(1, ['log', 'changed', 'linked', 'out', 'plots/a']);
    await writeManifest(folder, { seed: 7 });
    await publishResults(folder, place);
    const copied = (name: string): string => join(place, 'runs', '1', name);
    writeFileSync(copied('changed'), 'by a person');
    writeFileSync(join(root, 'elsewhere'), 'linked of 1');
    rmSync(copied('linked'));
    symlinkSync(join(root, 'elsewhere'), copied('linked'));
    await leave(2, ['out']);
    await publishResults(folder, place);

    expect(readdirSync(copied('.')).sort()).toEqual(['changed', 'linked', 'out', 'plots']);
    expect(readdirSync(copied('plots'))).toEqual([]);
    expect(readFileSync(copied('out'), 'utf8')).toBe('out of 2');
    expect(readFileSync(join(root, 'elsewhere'), 'utf8')).toBe('linked of 1');
  });
});

describe('a copy that another process made', () => {
  let folder: DocumentFolder;
  const place = () => join(root, 'results');
  const copied = (run: number) => join(place(), 'runs', String(run), 'out');
  beforeEach(async () => {
    folder = (await openStore(join(root, 'store'))).study('beam-1');
    await folder.sink(layout.resultsTable)(['run,y\n1,2\n']);
    for (const run of [1, 2]) await folder.sink(layout.runFiles(run, 1).file('out'))([`y${run}`]);
    await writeManifest(folder, { seed: 7 });
    await publishResults(folder, place());
    writeFileSync(copied(1), 'by a person');
  });

  it('keeps its files of runs where it is whole, and gets its tables anew', async () => {
    writeFileSync(join(place(), 'results.csv'), 'by a person');
    await publishUnlessWhole(folder, place());
    expect(readFileSync(copied(1), 'utf8')).toBe('by a person');
    expect(readFileSync(join(place(), 'results.csv'), 'utf8')).toBe('run,y\n1,2\n');
  });

  it.each([
    ['its manifest is missing', () => rmSync(join(place(), 'manifest.json'))],
    ['its manifest is another', () => writeFileSync(join(place(), 'manifest.json'), '{}')],
    [
      'a pipe is in the place of its manifest',
      () => {
        rmSync(join(place(), 'manifest.json'));
        execFileSync('mkfifo', [join(place(), 'manifest.json')]);
      },
    ],
    [
      'its manifest goes on',
      () => writeFileSync(join(place(), 'manifest.json'), '\n', { flag: 'a' }),
    ],
    ['a run is missing', () => rmSync(join(copied(2), '..'), { recursive: true })],
    ['all runs are missing', () => rmSync(join(place(), 'runs'), { recursive: true })],
    ['nothing is there', () => rmSync(place(), { recursive: true })],
  ])('is made anew where %s', async (_what, damage) => {
    damage();
    const told: number[][] = [];
    await publishUnlessWhole(folder, place(), { onRun: (...runs) => told.push(runs) });
    expect(told).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect([1, 2].map((run) => readFileSync(copied(run), 'utf8'))).toEqual(['y1', 'y2']);
    expect(readdirSync(place()).sort()).toEqual(['manifest.json', 'results.csv', 'runs']);
  });

  it('has no manifest until all else is copied', async () => {
    rmSync(place(), { recursive: true });
    mkdirSync(copied(2), { recursive: true });
    await expect(publishResults(folder, place())).rejects.toThrow('out');
    expect(readdirSync(place()).sort()).toEqual(['results.csv', 'runs']);
  });
});

describe('results that are copied while the study runs', () => {
  const kept = { keepsCopies: true };
  let folder: DocumentFolder;
  const place = () => join(root, 'results');
  const copied = (run: number, name = 'out') => join(place(), 'runs', String(run), name);
  const put = async (run: number, attempt: number, name: string, text: string): Promise<void> => {
    await folder.sink(layout.runFiles(run, attempt).file(name))([text]);
    const { directory } = await folder.workspace(layout.runFiles(run, attempt));
    const collectedAt = new Date('2026-11-27T10:00:00Z');
    utimesSync(join(directory, name), collectedAt, collectedAt);
  };
  const publish = async (runs: readonly number[]): Promise<void> => {
    const first = runs.map((run) => ({ run, attempt: 1 }));
    await publishRuns(folder, place(), await besidesLoose(folder, first), kept);
  };
  const fileNumber = (run: number) => statSync(copied(run)).ino;
  beforeEach(async () => {
    folder = (await openStore(join(root, 'store'))).study('beam-1');
    for (const run of [1, 2]) await put(run, 1, 'out', `y${run}`);
    await publish([1, 2]);
  });

  it('are copied no second time at its end', async () => {
    const before = [1, 2].map(fileNumber);
    await writeManifest(folder, {});
    await publishResults(folder, place(), kept);
    expect([1, 2].map(fileNumber)).toEqual(before);
  });

  it('are copied again where somebody changed the copy, or the file was collected again', async () => {
    writeFileSync(copied(1), 'by a person');
    await folder.sink(layout.runFiles(2, 1).file('out'))(['z2']);
    await publish([1, 2]);
    expect([1, 2].map((run) => readFileSync(copied(run), 'utf8'))).toEqual(['y1', 'z2']);
  });

  it('are copied again, whatever their time tells, where somebody asks for the results', async () => {
    const { mtime } = statSync(copied(1));
    writeFileSync(copied(1), 'z1');
    utimesSync(copied(1), mtime, mtime);
    await publishResults(folder, place());
    expect(readFileSync(copied(1), 'utf8')).toBe('y1');
  });

  it('become those of a later attempt, without what only the earlier one had', async () => {
    await put(1, 1, 'log', 'out of memory');
    await publish([1]);
    expect(readdirSync(copied(1, '.'))).toEqual(['log', 'out']);
    await put(1, 2, 'out', 'y3');
    await publish([1]);
    expect(readdirSync(copied(1, '.'))).toEqual(['out']);
    expect(readFileSync(copied(1), 'utf8')).toBe('y3');
  });

  it('are nothing of a run that left no files', async () => {
    await publish([7]);
    expect(readdirSync(join(place(), 'runs'))).toEqual(['1', '2']);
  });
});
