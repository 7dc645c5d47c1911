import { afterAll, expect, it } from 'vitest';
import { layout, openStore, readStudyEnd } from '../../src/store/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = temporaryFolder(afterAll);

const [first, second] = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
];

it('a study goes on, is closed and is over, once more after each start', async () => {
  const folder = (await openStore(root)).study('beam-1');
  const open = async (ticket: string, at: string): Promise<void> => {
    const caller = { workflowId: 'w', runId: 'r', activityId: 'a' };
    await folder.write(layout.ticketTaken(ticket), { ...caller, at });
    await folder.write(layout.ticketOpened(ticket), { wasLost: true });
  };
  const put = (name: string) => folder.sink({ name })(['{}']);
  expect(await readStudyEnd(folder)).toBe('open');
  // The later start has the name that sorts first.
  await open(second, '2026-05-01T12:00:00.000Z');
  await put('records.json');
  expect(await readStudyEnd(folder)).toBe('open');
  await put('status.json');
  expect(await readStudyEnd(folder)).toBe('closing');
  await folder.write(layout.ticketClosed(second), { at: '2026-05-01T13:00:00.000Z' });
  expect(await readStudyEnd(folder)).toBe('over');
  await open(first, '2026-05-02T12:00:00.000Z');
  expect(await readStudyEnd(folder)).toBe('closing');
  await folder.remove(layout.status);
  expect(await readStudyEnd(folder)).toBe('open');
  await put('status.json');
  await folder.write(layout.ticketClosed(first), { at: '2026-05-02T13:00:00.000Z' });
  expect(await readStudyEnd(folder)).toBe('over');
});

it('a state that is gone from beside its hashes, or that has no ticket, is of a study that is over', async () => {
  const folder = (await openStore(root)).study('beam-2');
  await folder.sink({ name: 'status.json' })(['{}']);
  expect(await readStudyEnd(folder)).toBe('over');
  await folder.sink({ name: 'records.json' })(['{}']);
  await folder.remove(layout.status);
  expect(await readStudyEnd(folder)).toBe('over');
});
