import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  findArchive,
  keepOrder,
  listArchives,
  lookForArchive,
  takeBackOrder,
} from '../../../src/cli/archive/archive-order.ts';
import { archiveLayout, type ArchiveOrder } from '../../../src/archive/index.ts';
import { openStore } from '../../../src/store/index.ts';
import { temporaryFolder } from '../../archive/archive-kit.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';

const order: ArchiveOrder = {
  formatVersion: 1,
  name: 'whole',
  createdAt: '2026-01-01T00:00:00.000Z',
  engineVersion: '1',
  select: 'study:n1',
  destination: '/archive',
  keepMs: 0,
  deleteJobs: false,
  deleteInputFiles: false,
  approve: false,
  platform: { kind: 'local', key: 'k', home: '/home' },
};

/** A store with one order that can be read and one that can't. */
async function orders() {
  const home = await temporaryFolder();
  const store = await openStore(join(home, 'store'));
  await keepOrder(store, order);
  const huge = archiveLayout.order.encode({ ...order, name: 'huge', keepMs: 8639999999913600000 });
  return { home, store, huge };
}

it('keeps no order that could not be read again', async () => {
  const { store } = await orders();
  const slip = { ...order, name: 'slip', keepMs: 8639999999913600000 };
  await expect(keepOrder(store, slip)).rejects.toMatchObject({ code: 'RESULT_STORE' });
  expect((await listArchives(store)).map(({ name }) => name)).toEqual(['whole']);
});

it('tells an order that cannot be read as such, goes on with the others, and takes it back', async () => {
  const { home, store, huge } = await orders();
  await store
    .standingOrder('archives', 'huge')
    .create({ ...archiveLayout.order, encode: () => huge }, order);
  const list = await doeflowInProcess(['archive', 'list', '--json'], { DOEFLOW_HOME: home });
  expect(list).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(list.stdout)).toMatchObject([
    { name: 'whole', select: 'study:n1' },
    { name: 'huge', unreadable: expect.stringContaining('keepMs') as string },
  ]);
  const people = await doeflowInProcess(['archive', 'list'], { DOEFLOW_HOME: home });
  expect(people.stdout).toContain("huge: its order can't be read, and its passes do nothing");

  await expect(findArchive(store, 'huge')).rejects.toMatchObject({
    ...{ code: 'USAGE_ARCHIVE_ORDER', exitCode: 5 },
    hint: expect.stringContaining('doeflow archive delete huge') as string,
  });
  await takeBackOrder(store, await lookForArchive(store, 'huge'), new Date());
  expect((await listArchives(store)).map(({ name }) => name)).toEqual(['whole']);
});

it.each([
  ['archive', 'create', 'x', '--select', 'study:n', '--to', '/x', '--every', '6h', '--keep'],
  ['archive', 'create', 'x', '--select', 'study:n', '--to', '/x', '--every'],
  ['archive', 'create', 'x', '--select', 'study:n', '--to', '/x', '--every', '6h', '--catch-up'],
  ['schedule', 'create', 'x', '--every'],
  ['schedule', 'create', 'x', '--catch-up'],
])('%s %s refuses durations that no calendar has', async (...command) => {
  const { home } = await orders();
  for (const longest of ['99999999999d', '104249992d', '36501d']) {
    const refused = await doeflowInProcess([...command, longest], { DOEFLOW_HOME: home });
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).toContain('at most 36500d');
  }
});
