/** Packs of short files: what is written, and that no damage of one gives a value, ends the reading, or changes the store. */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  createPackReader,
  keepOutcomes,
  keepPack,
  layout,
  openStore,
  publishResults,
  publishRuns,
  type AttemptFiles,
  type DocumentFolder,
  type PackedAttempt,
} from '../../src/store/index.ts';
import { makePack, parsePack } from '../../src/store/pack.ts';
import { temporaryFolder } from './temporary-folder.ts';

const md5Of = (text: string): string => createHash('md5').update(text).digest('hex');
const filesOf = (run: number, files: Readonly<Record<string, string>>): AttemptFiles => ({
  ...{ run, attempt: 1 },
  contents: new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
});
const first = filesOf(1, { 'out.txt': 'y = 1\n', 'sub/empty': '' });
const second = filesOf(2, { 'out.txt': 'y = 2\n' });

describe('a pack', () => {
  it('has the same bytes and name for the same files, in whatever order they come', () => {
    const made = makePack(3, [first, second]);
    expect(makePack(3, [second, first])).toEqual(made);
    expect(made.name).toMatch(/^3-[0-9a-f]{32}$/u);
    expect(makePack(3, [first]).name).not.toBe(made.name);
    expect(parsePack(made.name, made.bytes)).toMatchObject({
      isWhole: true,
      files: [
        { run: 1, attempt: 1, path: 'out.txt', content: Buffer.from('y = 1\n') },
        { run: 1, path: 'sub/empty', content: Buffer.alloc(0) },
        { run: 2, path: 'out.txt' },
      ],
    });
  });

  it('that was cut gives what is whole in it, and says that it was', () => {
    const { name, bytes } = makePack(1, [first, second]);
    for (let length = 0; length < bytes.length; length += 1) {
      const { files, isWhole } = parsePack(name, bytes.subarray(0, length));
      expect([isWhole, files.length < 3]).toEqual([false, true]);
    }
  });
});

describe('files that were packed', () => {
  let root = '';
  let folder: DocumentFolder;
  let name = '';
  const kept = (...path: string[]) => join(root, 'store', 'studies', 'beam-1', ...path);
  const pack = () => kept('packs', `${name}.pack`);
  const attempt = (run: number, text = `y = ${run}\n`): PackedAttempt => ({
    ...{ run, attempt: 1, pack: name, files: { 'out.txt': md5Of(text) } },
  });
  const read = async (run: number) => {
    const contents = await createPackReader(folder).read(attempt(run));
    return Object.fromEntries([...contents].map(([path, content]) => [path, String(content)]));
  };
  const faultOf = async () => (await createPackReader(folder).open(name)).fault;
  beforeEach(async () => {
    root = temporaryFolder(onTestFinished);
    folder = (await openStore(join(root, 'store'))).study('beam-1');
    name = await keepPack(folder, 1, [filesOf(1, { 'out.txt': 'y = 1\n' }), second]);
  });

  it('are read as they were collected', async () => {
    expect([await read(1), await read(2), await read(3)]).toEqual([
      { 'out.txt': 'y = 1\n' },
      { 'out.txt': 'y = 2\n' },
      {},
    ]);
    expect(await faultOf()).toBeUndefined();
  });

  it.each([
    [
      'a changed byte',
      'changed',
      () => {
        const bytes = readFileSync(pack());
        bytes[bytes.length - 2] = 0x39;
        writeFileSync(pack(), bytes);
      },
    ],
    ['a cut end', 'changed', () => writeFileSync(pack(), readFileSync(pack()).subarray(0, -1))],
    ['nothing in it', 'changed', () => writeFileSync(pack(), '')],
    ['an index that is none', 'changed', () => writeFileSync(pack(), '{"files":1}\ny = 2\n')],
    ['no pack', 'missing', () => rmSync(pack())],
    [
      'a folder in its place',
      'changed',
      () => {
        rmSync(pack());
        mkdirSync(pack());
      },
    ],
    [
      'a link to nothing',
      'missing',
      () => {
        rmSync(pack());
        symlinkSync(join(root, 'nowhere'), pack());
      },
    ],
  ] as const)('are none of run 2 with %s, until that is put right', async (_, kind, harm) => {
    const before = readFileSync(pack());
    harm();
    expect(await read(2)).toEqual({});
    expect(await faultOf()).toMatchObject({ kind });
    rmSync(pack(), { recursive: true, force: true });
    writeFileSync(pack(), before);
    expect(await read(2)).toEqual({ 'out.txt': 'y = 2\n' });
    expect(readdirSync(kept())).toEqual(['packs']);
  });

  it('of other runs are read of a pack in which one was changed', async () => {
    const bytes = readFileSync(pack());
    bytes[bytes.length - 2] = 0x39;
    writeFileSync(pack(), bytes);
    expect(await read(1)).toEqual({ 'out.txt': 'y = 1\n' });
  });

  it('lead nowhere by a path that somebody gave them', async () => {
    const foreign = makePack(1, [filesOf(1, { '../../out.txt': 'y = 9\n', 'out.txt': 'y = 1\n' })]);
    writeFileSync(pack(), foreign.bytes);
    expect(await read(1)).toEqual({ 'out.txt': 'y = 1\n' });
    await publishRuns(folder, join(root, 'results'), [attempt(1)]);
    expect(readdirSync(join(root, 'results'), { recursive: true }).sort()).toEqual([
      ...['runs', 'runs/1', 'runs/1/out.txt'],
    ]);
  });

  it('are copied to the results, and no second time while nothing has changed', async () => {
    const outcomes = [1, 2].map((run) => ({
      ...attempt(run),
      ...({ jobNumber: 1, status: 'Done', values: {} } as const),
    }));
    await keepOutcomes(folder, 1, outcomes);
    const place = join(root, 'results');
    const copy = join(place, 'runs', '1', 'out.txt');
    await new Promise((resolve) => setTimeout(resolve, 40));
    await publishRuns(folder, place, outcomes, { keepsCopies: true });
    const made = statSync(copy).ino;
    await publishResults(folder, place, { keepsCopies: true });
    expect([statSync(copy).ino, readFileSync(copy, 'utf8')]).toEqual([made, 'y = 1\n']);
    writeFileSync(copy, 'y = 8\n');
    await publishResults(folder, place, { keepsCopies: true });
    expect(readFileSync(copy, 'utf8')).toBe('y = 1\n');
    appendFileSync(pack(), 'x');
    writeFileSync(pack(), readFileSync(pack()).fill(0, 0, 1));
    await expect(publishResults(folder, place)).rejects.toThrow(
      /out\.txt \(in packs\/1-.*\) in the store isn't what was collected of run 1/u,
    );
  });

  it('of runs behind a damaged one are copied all the same, and the damage is told', async () => {
    writeFileSync(pack(), readFileSync(pack(), 'latin1').replace('y = 1', 'y = 4'), 'latin1');
    const place = join(root, 'results');
    await expect(publishRuns(folder, place, [attempt(1), attempt(2)])).rejects.toThrow('of run 1');
    expect(readdirSync(join(place, 'runs'))).toEqual(['2']);
  });

  it('of an earlier attempt leave the results with it, but not what a person changed', async () => {
    const log = (text: string) => filesOf(1, { log: text, other: text });
    const failed = {
      ...{ run: 1, attempt: 1, files: { log: md5Of('a'), other: md5Of('a') } },
      pack: await keepPack(folder, 1, [log('a')]),
    };
    const place = join(root, 'results');
    await publishRuns(folder, place, [failed]);
    writeFileSync(join(place, 'runs', '1', 'other'), 'by a person');
    await publishRuns(folder, place, [{ ...attempt(1), attempt: 2, files: {} }, failed]);
    expect(readdirSync(join(place, 'runs', '1'))).toEqual(['other']);
  });

  it('count before what lies by itself of the same attempt', async () => {
    await folder.sink(layout.runFiles(1, 1).file('out.txt'))(['y = 7\n']);
    await keepOutcomes(folder, 1, [
      { ...attempt(1), ...({ jobNumber: 1, status: 'Done', values: {} } as const) },
    ]);
    await publishResults(folder, join(root, 'results'));
    expect(readFileSync(join(root, 'results', 'runs', '1', 'out.txt'), 'utf8')).toBe('y = 1\n');
  });
});
