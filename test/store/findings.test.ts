import { afterAll, describe, expect, it } from 'vitest';
import {
  layout,
  readCheckpoint,
  readValuedFindings,
  showsFinding,
  type Store,
} from '../../src/store/index.ts';
import { temporaryStore } from './temporary-store.ts';

const cleanUps: (() => void)[] = [];
const openNew = (): Promise<Store> => temporaryStore((clean) => cleanUps.push(clean));
afterAll(() => cleanUps.forEach((clean) => clean()));

describe('the findings of a study', () => {
  it('are those that have a value, as the platform gets them', async () => {
    const folder = (await openNew()).study('beam-1');
    await folder.write(layout.findings, [
      { name: 'mass', valueType: 'number', value: 0 },
      { name: 'none', valueType: 'number', reason: 'no run is done' },
      { name: 'verdict', valueType: 'text', value: '' },
    ]);
    expect(await readValuedFindings(folder)).toEqual([
      { name: 'mass', valueType: 'number', value: 0 },
      { name: 'verdict', valueType: 'text', value: '' },
    ]);
  });

  it.each([
    [1.5, 1.5, true],
    [1.5, 1.6, false],
    [1.5, '1.50', true],
    [1.5, ' 1.5 ', true],
    [1.5, '1.6', false],
    [0, '', false],
    [0, ' ', false],
    [0, '0', true],
    [0, null, false],
    [1, true, false],
    ['ok', 'ok', true],
    ['ok', 'no', false],
    ['1', 1, false],
    ['1', '1.0', false],
  ])('%j is shown by %j: %s', (value, shown, expected) => {
    expect(showsFinding(shown, value)).toBe(expected);
    expect(showsFinding([value, shown], [value, value])).toBe(expected);
  });

  it('that are files or users are shown by their ids or addresses', () => {
    expect(showsFinding({ id: 'f1', name: 'report.html' }, 'f1')).toBe(true);
    expect(showsFinding({ id: 'u1', email: 'me@example.com' }, 'me@example.com')).toBe(true);
    expect(showsFinding({ id: 'f2' }, 'f1')).toBe(false);
    expect(showsFinding({}, 'f1')).toBe(false);
  });

  it('of several values are shown by just as many, in their order', () => {
    expect(showsFinding([1, '2'], [1, 2])).toBe(true);
    for (const shown of [[2, 1], [1], [1, 2, 3], 1, '1,2', null]) {
      expect(showsFinding(shown, [1, 2])).toBe(false);
    }
    expect(showsFinding([], [])).toBe(true);
    expect(showsFinding([1], 1)).toBe(false);
  });
});

it('a study that never ended is at its very beginning', async () => {
  const folder = (await openNew()).study('beam-1');
  expect(await readCheckpoint(folder)).toEqual({ jobs: 0, nextPlanned: 1 });
  await folder.write(layout.checkpoint, { jobs: 3, nextPlanned: 2 });
  expect(await readCheckpoint(folder)).toEqual({ jobs: 3, nextPlanned: 2 });
});
