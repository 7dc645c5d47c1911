import { createHash } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { StudyProgress } from '../../src/run/messages.ts';
import {
  keepEnd,
  layout,
  openStore,
  recordNames,
  renewRecords,
  ticketOf,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = temporaryFolder(afterAll);

const progress = { studyId: 's', state: 'Finished', runs: { total: 1, done: 1, failed: 0 } };
const ended = progress as unknown as StudyProgress;
const taken = '00000000-0000-4000-8000-000000000001';
const asked = '00000000-0000-4000-8000-000000000002';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

let folder: DocumentFolder;
let studies = 0;

beforeEach(async () => {
  studies += 1;
  folder = (await openStore(root)).study(`study-${studies}`);
});

async function put(...names: readonly string[]): Promise<void> {
  for (const name of names) await folder.sink({ name })([name]);
}

it("a study's end leaves the hash of each of its records, its own status among them", async () => {
  await put('checkpoint.json', 'jobs/1/param-1.csv', 'outcomes/1.ndjson');
  await keepEnd(folder, ended);
  const { files } = await folder.read(layout.records);
  expect(files).toEqual({
    'checkpoint.json': hashOf('checkpoint.json'),
    'jobs/1/param-1.csv': hashOf('jobs/1/param-1.csv'),
    'outcomes/1.ndjson': hashOf('outcomes/1.ndjson'),
    'status.json': hashOf(layout.status.encode(ended)),
  });
  expect(await folder.read(layout.status)).toEqual(progress);
});

it('files of runs, a start that is under way, and wishes that nobody took have no hash', async () => {
  await put('runs/1/1/result.txt', 'starting.json', `tickets/${asked}.json`);
  await put(`tickets/${taken}.json`, `tickets/${taken}-taken.json`, 'tickets/foreign.json');
  await keepEnd(folder, ended);
  const { files } = await folder.read(layout.records);
  expect(Object.keys(files).sort()).toEqual([
    'status.json',
    `tickets/${taken}-taken.json`,
    `tickets/${taken}.json`,
    'tickets/foreign.json',
  ]);
});

it('a further end leaves the hashes of what is there then', async () => {
  await put('checkpoint.json', 'design.csv');
  await keepEnd(folder, ended);
  await folder.sink({ name: 'checkpoint.json' })(['other']);
  await folder.remove({ name: 'design.csv' });
  const further = { ...ended, state: 'Stopped' } as StudyProgress;
  await keepEnd(folder, further);
  expect((await folder.read(layout.records)).files).toEqual({
    'checkpoint.json': hashOf('other'),
    'status.json': hashOf(layout.status.encode(further)),
  });
});

it('what is written after the end has its hash renewed, and nothing else has', async () => {
  await put('summary.json', 'checkpoint.json');
  await keepEnd(folder, ended);
  await folder.sink(layout.summary)(['with a note']);
  await folder.sink(layout.checkpoint)(['changed by somebody']);
  await renewRecords(folder, [layout.summary, layout.comparison]);
  const { files } = await folder.read(layout.records);
  expect(files['summary.json']).toBe(hashOf('with a note'));
  expect(files['checkpoint.json']).toBe(hashOf('checkpoint.json'));
  expect(files).not.toHaveProperty('comparison.json');
});

it('a study that an earlier version ended gets no hashes later', async () => {
  await put('summary.json');
  await renewRecords(folder, [layout.summary]);
  expect(await folder.has(layout.records)).toBe(false);
});

it('names all records below any folder, but not the hashes and the files of runs', async () => {
  await put('records.json', 'runs/1/1/a', 'jobs/1/runs/b', 'a.json');
  const names: string[] = [];
  for await (const name of recordNames(folder)) names.push(name);
  expect(names).toEqual(['a.json', 'jobs/1/runs/b']);
});

it('knows a ticket and what is about it by their names', () => {
  expect(ticketOf(layout.ticket(taken).name)).toEqual({ ticket: taken, part: '' });
  expect(ticketOf(layout.ticketOpened(taken).name)).toEqual({ ticket: taken, part: '-opened' });
  expect(ticketOf(layout.ticketJob(taken, 'asked').name)?.part).toBe('-asked');
  for (const name of [
    ...[`tickets/foreign-${taken}.json`, `tickets/${taken}.csv`, `tickets/${taken}-Taken.json`],
    ...[`jobs/${taken}.json`, `tickets/${taken}.json.json`, `${taken}.json`, 'tickets/x.json'],
    `tickets/${'g'.repeat(36)}.json`,
  ]) {
    expect(ticketOf(name), name).toBeUndefined();
  }
});
