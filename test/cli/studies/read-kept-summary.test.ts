import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { readKeptSummary } from '../../../src/cli/studies/read-kept-summary.ts';
import { keepEnd, layout, openStore, type DocumentFolder } from '../../../src/store/index.ts';
import { reportInput } from '../../report/report-kit.ts';
import { temporaryFolder } from '../../studies/run-study.ts';
import { progress } from '../watch/watch-states.ts';

const design = '{method: latin-hypercube, runs: 40, seed: 2}';
const ended = progress({ state: 'Finished', jobs: [], notes: ['No copy could be made.'] });
let folder: DocumentFolder;
let written: Readonly<Record<string, unknown>>;

/** A study that has ended, as version 1.2 left it. */
beforeEach(async () => {
  folder = (await openStore(temporaryFolder(onTestFinished))).study('made-1');
  const { summary } = await reportInput({
    design,
    model: ([a = 0, b = 0]) => (a > 0.8 ? undefined : a * b),
  });
  written = JSON.parse(JSON.stringify(summary)) as typeof written;
  await folder.write(layout.summary, written);
  await folder.write(layout.manifest, { formatVersion: 1, engineVersion: '1.2', files: {} });
  await keepEnd(folder, ended);
});

const read = (changes: object = {}, version = '1.2') =>
  readKeptSummary(folder, { ended, starting: undefined, ...changes }, version);

it('a study that has ended has its statistics in the summary; its notes are the last ones', async () => {
  expect(await read()).toEqual({ ...written, notes: ['No copy could be made.'] });
});

it('they are computed again while the study is open or starts, and where another version wrote them', async () => {
  expect(await read({ ended: undefined })).toBeUndefined();
  expect(await read({ starting: 'again' })).toBeUndefined();
  expect(await read({}, '1.3')).toBeUndefined();
});

it('and where the summary isn’t what the end left, or has no hash', async () => {
  await folder.write(layout.summary, { ...written, name: 'other' });
  expect(await read()).toBeUndefined();
  await folder.remove(layout.summary);
  expect(await read()).toBeUndefined();
  await folder.write(layout.summary, written);
  expect(await read()).toBeDefined();
  await folder.remove(layout.records);
  expect(await read()).toBeUndefined();
});

it('and where a field isn’t what this version knows, whatever the hash says', async () => {
  await folder.write(layout.summary, { ...written, correlations: [] });
  await keepEnd(folder, ended);
  expect(await read()).toBeUndefined();
});
