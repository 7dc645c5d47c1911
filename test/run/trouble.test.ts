import { describe, expect, it } from 'vitest';
import { cureOf } from '../../src/run/cures.ts';
import {
  homeTrouble,
  isTrouble,
  mergeTroubles,
  readTrouble,
  stoppedRunnerTrouble,
  temporalTrouble,
  troubleOf,
} from '../../src/run/trouble.ts';

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

  it('has as many tries as are told, else one more than before', () => {
    const first = troubleOf({ ...failure, attempts: 7 }, '2026-01-01T00:00:00Z');
    expect(first.attempts).toBe(7);
    expect(troubleOf(failure, '2026-01-01T00:00:09Z', first).attempts).toBe(8);
    expect(troubleOf({ ...failure, attempts: 2 }, '2026-01-01T00:00:09Z', first)).toMatchObject({
      ...{ attempts: 2, since: first.since, lastError: '503', waitingFor: 'the platform' },
    });
  });

  it('keeps the beginning of a long error', () => {
    const long = { ...failure, message: `${'a'.repeat(500)}b` };
    expect(troubleOf(long, '2026-01-01T00:00:00Z').lastError).toBe('a'.repeat(500));
  });

  it('is refused where any part of it is missing, of another kind, too long or no time', () => {
    const whole = { ...troubleOf(failure, '2026-01-01T00:00:00.000Z'), attempts: 0 };
    expect(isTrouble(whole)).toBe(true);
    for (const name of ['waitingFor', 'since', 'lastError', 'code', 'whatToDo', 'attempts']) {
      expect(isTrouble({ ...whole, [name]: undefined }), name).toBe(false);
    }
    for (const name of ['waitingFor', 'lastError', 'code', 'whatToDo']) {
      expect(isTrouble({ ...whole, [name]: 'x'.repeat(2000) }), name).toBe(true);
      expect(isTrouble({ ...whole, [name]: 'x'.repeat(2001) }), name).toBe(false);
      expect(isTrouble({ ...whole, [name]: ['x'] }), name).toBe(false);
    }
    for (const attempts of [-1, 0.5, '1', Infinity]) {
      expect(isTrouble({ ...whole, attempts }), String(attempts)).toBe(false);
    }
    for (const since of [
      ...['2026-13-01T00:00:00Z', '2026-01-01', ' 2026-01-01T00:00:00Z'],
      '2026-01-01T00:00:00+01:00',
    ]) {
      expect(isTrouble({ ...whole, since }), since).toBe(false);
    }
    for (const other of [undefined, null, 'text', 1]) expect(isTrouble(other)).toBe(false);
  });

  it('of two of one kind keeps the earlier beginning, the later error and most tries, in any order', () => {
    const early = troubleOf({ ...failure, attempts: 9 }, '2026-01-01T00:00:01Z');
    const late = troubleOf(
      { code: 'API_CONNECTION', message: 'reset', attempts: 3 },
      '2026-01-01T00:00:09Z',
    );
    const both = { ...late, since: early.since, attempts: 9 };
    expect(mergeTroubles([early, late])).toEqual([both]);
    expect(mergeTroubles([late, early])).toEqual([both]);
    // Of two that began together the one that is told later.
    const same = { ...late, since: early.since };
    expect(mergeTroubles([early, same])).toEqual([{ ...same, attempts: 9 }]);
    expect(mergeTroubles([])).toEqual([]);
    const disk = troubleOf({ code: 'ENOSPC', message: 'full' }, '2026-01-01T00:00:05Z');
    expect(mergeTroubles([disk, early])).toEqual([early, disk]);
  });
});

describe('trouble of doeflow’s own parts', () => {
  it('with its folder says what is waited for there, and that a person mends it', () => {
    const since = '2026-01-01T00:00:00Z';
    const full = { code: 'ENOSPC', message: 'no space left' };
    const mend =
      'Mend what the error says (where the disk is full, free space on it), as doeflow can’t';
    expect(homeTrouble(full, since, false)).toEqual({
      ...{ waitingFor: 'room on the disk of doeflow’s own folder', since, attempts: 1 },
      ...{ lastError: 'no space left', code: 'ENOSPC' },
      whatToDo: `${mend}; then give doeflow watch with the study’s name: parts that have ended come back with that, and not by themselves`,
    });
    expect(homeTrouble(full, since, true).whatToDo).toBe(`${mend}; the work goes on by itself.`);
    expect(homeTrouble({ code: 'ODD', message: 'odd' }, since, false)).toMatchObject({
      ...{ waitingFor: 'a step that fails of doeflow’s own folder', code: 'ODD' },
    });
  });

  it('with a runner that was stopped says which process to let go on', () => {
    const told = stoppedRunnerTrouble(42, '2026-01-01T00:00:00Z');
    expect(told).toMatchObject({ code: 'RUNNER_STOPPED', attempts: 1 });
    expect(told.waitingFor).toContain('runner');
    expect(told.whatToDo).toBe('Have it go on: kill -CONT 42; the work goes on by itself.');
    expect(isTrouble(told)).toBe(true);
  });

  it('with Temporal says who starts it again', () => {
    const what = { lastError: 'refused', since: '2026-01-01T00:00:00Z' };
    expect(temporalTrouble({ ...what, embedded: true })).toEqual({
      ...{ ...what, waitingFor: 'Temporal, which does not answer', attempts: 1 },
      ...{ code: 'TEMPORAL_UNREACHABLE' },
      whatToDo: 'Nothing: doeflow starts it again, and the work goes on by itself.',
    });
    expect(temporalTrouble({ ...what, embedded: false }).whatToDo).toBe(
      'Check that the Temporal cluster is up and that this machine reaches it (doeflow doctor); the work goes on by itself.',
    );
  });
});
