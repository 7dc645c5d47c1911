import { describe, expect, it } from 'vitest';
import { cureOf } from '../../src/run/cures.ts';
import { mergeTroubles, readTrouble, troubleOf } from '../../src/run/trouble.ts';

const failure = { code: 'API_SERVER', message: '503' };

describe('trouble', () => {
  it('keeps its beginning while the same thing is waited for', () => {
    const first = troubleOf(failure, '2026-01-01T00:00:00Z');
    const second = troubleOf({ ...failure, code: 'API_CONNECTION' }, '2026-01-01T00:00:09Z', first);
    expect(second).toMatchObject({ since: first.since, attempts: 2, code: 'API_CONNECTION' });
    const other = troubleOf({ code: 'ENOSPC', message: 'full' }, '2026-01-01T00:01:00Z', second);
    expect(other).toMatchObject({ since: '2026-01-01T00:01:00Z', attempts: 1 });
  });

  it('is said for errors that nobody knows a cure for, too', () => {
    expect(cureOf('TypeError')).toBeUndefined();
    expect(cureOf('constructor')).toBeUndefined();
    const { whatToDo } = troubleOf({ code: 'TypeError', message: 'x' }, '2026-01-01');
    expect(whatToDo).toMatch(/a study with doeflow stop, an archive with doeflow archive delete/u);
  });

  it('is read from heartbeats, whatever else stands there', () => {
    const trouble = troubleOf(failure, '2026-01-01T00:00:00Z');
    expect(readTrouble({ jobs: [], trouble })).toEqual(trouble);
    for (const other of [null, 1, {}, { trouble: 'x' }, { trouble: { ...trouble, since: 'x' } }]) {
      expect(readTrouble(other)).toBeUndefined();
    }
  });

  it('of many activities is one for each thing that is waited for, the oldest first', () => {
    const late = troubleOf(failure, '2026-01-01T00:00:09Z');
    const early = troubleOf({ ...failure, message: '502' }, '2026-01-01T00:00:01Z');
    const disk = troubleOf({ code: 'ENOSPC', message: 'full' }, '2026-01-01T00:00:05Z');
    expect(mergeTroubles([late, disk, early])).toEqual([{ ...late, since: early.since }, disk]);
  });
});
