import { afterAll, beforeAll, expect, it } from 'vitest';
import { layout, type DocumentFolder, type ReusedRun } from '../../src/store/index.ts';
import { temporaryStore } from './temporary-store.ts';

let clean: () => void = () => undefined;
let folder: DocumentFolder;
beforeAll(async () => {
  folder = (await temporaryStore((after) => (clean = after))).study('beam-1');
});
afterAll(() => {
  clean();
});

const from = { studyId: 'old-1', jobNumber: 1, run: 2, attempt: 1, files: 'a'.repeat(64) };
const passedOver = { studyId: 'old-1', run: 3, why: 'its file is gone' };
const lines: readonly ReusedRun[] = [
  { kind: 'taken', run: 1, from },
  { kind: 'awaited', run: 2, awaits: { studyId: 'old-1', run: 3 } },
  { kind: 'refused', run: 3, refused: [passedOver] },
  { kind: 'givenUp', run: 2, givenUp: passedOver },
];

it('what is known of reused runs is kept with its kind in each line', async () => {
  await folder.write(layout.reuse, lines);
  expect(await folder.read(layout.reuse)).toEqual(lines);
});

it('lines of before, which had no kind, are read as what they say', async () => {
  const before = lines.map(({ kind: _kind, ...line }) => `${JSON.stringify(line)}\n`);
  await folder.sink(layout.reuse)(before);
  expect(await folder.read(layout.reuse)).toEqual(lines);
});

it('a line of another kind is told as damage, with its number', async () => {
  await folder.sink(layout.reuse)([`${JSON.stringify({ ...lines[0], kind: 'other' })}\n`]);
  await expect(folder.read(layout.reuse)).rejects.toThrow(/line 1 of \S*reuse\.ndjson/u);
  await folder.sink(layout.reuse)(['{"run": 1}\n']);
  await expect(folder.read(layout.reuse)).rejects.toThrow(/line 1 of \S*reuse\.ndjson/u);
  for (const text of ['3', 'null', '"taken"', '[]', '{"run": 1, "from"']) {
    await folder.sink(layout.reuse)([`${text}\n`]);
    await expect(folder.read(layout.reuse)).rejects.toThrow(/line 1 of \S*reuse\.ndjson/u);
  }
});
