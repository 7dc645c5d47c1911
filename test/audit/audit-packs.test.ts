/** Each damage of a pack is told once, with what it has taken, and nothing is followed or written. */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { AuditBook } from '../../src/audit/audit-report.ts';
import { auditPacks, noteStrangePacks } from '../../src/audit/audit-packs.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { keepPack, openStore, type DocumentFolder } from '../../src/store/index.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const md5Of = (text: string): string => createHash('md5').update(text).digest('hex');

let root = '';
let folder: DocumentFolder;
let outcomes: readonly RunOutcome[] = [];
const packs = () => join(root, 'studies', 'beam-1', 'packs');
const packed = (job: number) =>
  join(packs(), readdirSync(packs()).find((name) => name.startsWith(`${job}-`)) ?? '');

beforeEach(async () => {
  root = temporaryFolder(onTestFinished);
  folder = (await openStore(root)).study('beam-1');
  const made: RunOutcome[] = [];
  for (const jobNumber of [1, 2]) {
    const runs = [1, 2, 3].map((run) => run + 3 * (jobNumber - 1));
    const contents = (run: number) => new Map([['out.txt', Buffer.from(`y = ${run}\n`)]]);
    const files = runs.map((run) => ({ run, attempt: 1, contents: contents(run) }));
    const pack = await keepPack(folder, jobNumber, files);
    for (const run of runs) {
      made.push({
        ...{ run, attempt: 1, jobNumber, status: 'Done', values: { y: run }, pack },
        files: { 'out.txt': md5Of(`y = ${run}\n`) },
      });
    }
  }
  outcomes = made;
});

async function audit() {
  const book = new AuditBook();
  const before = readdirSync(root, { recursive: true });
  const { damaged } = await auditPacks({ folder, attempts: [outcomes] }, book);
  await noteStrangePacks({ folder, attempts: [outcomes], end: 'over' }, book);
  expect(readdirSync(root, { recursive: true })).toEqual(before);
  const { faults, notes, files } = book.close(true, false);
  const told = faults.map(({ kind, subject, message }) => `${kind} ${subject} ${message}`);
  return { told, notes, files, damaged: [...damaged].map(({ run }) => run) };
}

it('packs that are as they were written have no fault', async () => {
  expect(await audit()).toEqual({ told: [], notes: [], files: 6, damaged: [] });
});

describe('is told once and by what it has taken:', () => {
  it.each([
    [
      'a changed number',
      () => {
        writeFileSync(
          packed(1),
          readFileSync(packed(1), 'latin1').replace('y = 2\n', 'y = 8\n'),
          'latin1',
        );
      },
      /^changed packs\/1-\w+\.pack its SHA-256 is not the one in its name; not as collected: run 2: out\.txt: put it back/u,
      [2],
    ],
    [
      'a pack that is gone',
      () => rmSync(packed(1)),
      /^missing packs\/1-\w+\.pack it is no longer there; not as collected: run 1: out\.txt; run 2: out\.txt; run 3/u,
      [1, 2, 3],
    ],
    [
      'a folder in its place',
      () => {
        const path = packed(1);
        rmSync(path);
        mkdirSync(join(path, 'deep'), { recursive: true });
      },
      /^changed packs\/1-\w+\.pack what is there is no file/u,
      [1, 2, 3],
    ],
    [
      'bytes behind its end',
      () => appendFileSync(packed(1), 'more'),
      /^changed packs\/1-\w+\.pack its SHA-256 .* all files that outcomes name in it are as they were collected/u,
      [],
    ],
    [
      'a link to another place, though what is there is right',
      () => {
        const path = packed(1);
        writeFileSync(join(root, 'aside'), readFileSync(path));
        rmSync(path);
        symlinkSync(join(root, 'aside'), path);
      },
      /^changed packs\/1-\w+\.pack what is there is no file/u,
      [],
    ],
  ] as const)('%s', async (_, harm, told, runs) => {
    harm();
    const found = await audit();
    expect(found.told).toEqual([expect.stringMatching(told)]);
    expect(found.damaged).toEqual(runs);
  });

  it('an outcome that was changed', async () => {
    outcomes = outcomes.map((one) =>
      one.run === 5 ? { ...one, files: { 'out.txt': md5Of('x') } } : one,
    );
    expect(await audit()).toMatchObject({
      told: [
        expect.stringMatching(
          /^changed packs\/2-\w+\.pack it is as it was written, but the outcomes/u,
        ),
      ],
      damaged: [5],
    });
  });
});

it('what somebody put among the packs, or into one, is noted and not followed', async () => {
  writeFileSync(join(packs(), 'notes.txt'), 'mine');
  mkdirSync(join(packs(), 'folder', 'deep'), { recursive: true });
  symlinkSync(root, join(packs(), 'link'));
  const [index = '', ...rest] = readFileSync(packed(2), 'utf8').split('\n');
  const parsed = JSON.parse(index) as { files: object[] };
  parsed.files.push({ run: 9, attempt: 1, path: '../../../evil', bytes: 1 });
  writeFileSync(packed(2), [JSON.stringify(parsed), ...rest].join('\n') + 'x');
  const { told, notes, damaged } = await audit();
  expect(told).toEqual([expect.stringMatching(/^changed packs\/2-\w+\.pack its SHA-256/u)]);
  expect(damaged).toEqual([]);
  expect(notes.toSorted()).toEqual([
    expect.stringMatching(
      /^packs\/2-\w+\.pack has 1 files that no outcome names \(run 9, attempt 1: "\.\.\/\.\.\/\.\.\/evil"/u,
    ),
    expect.stringMatching(/^packs\/folder in the store is no pack/u),
    expect.stringMatching(/^packs\/link in the store is no pack/u),
    expect.stringMatching(/^packs\/notes\.txt in the store is named by no outcome/u),
  ]);
});
