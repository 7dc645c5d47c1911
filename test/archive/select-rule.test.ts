import { expect, it, onTestFinished, vi } from 'vitest';
import { platformTimeMs } from '../../src/archive/platform-time.ts';
import { parseRule, type JobFacts } from '../../src/archive/select-rule.ts';

const now = '2026-06-30T12:00:00.000Z';
const job: JobFacts = {
  name: 'beam job 3 s0123456789ab j0123456789ab',
  owner: 'engineer@localhost',
  analysisNames: ['User Included'],
  insertedAt: '2026-06-01T00:00:00Z',
  endedAt: '2026-06-20T12:00:00Z',
  completed: true,
  fields: { Approved: 'yes', Peaks: [1, 2], Empty: null },
  study: { id: 'beam-1', name: 'beam' },
};

it('keeps its own words and leaves the rest to the platform’s search', () => {
  const rule = parseRule(
    '#tag and owner:x@y and age:>7d AND state:completed study:beam and field:"Approved"=yes and (wing or "old bridge")',
    now,
  );
  expect(rule.q).toBe('#tag and owner:x@y and (wing or "old bridge")');
  expect(rule.state).toBe('completed');
  expect(rule.visibility).toBe('0');
  expect([...rule.needs].sort()).toEqual(['end', 'fields']);
  expect(rule.impossible.map((search) => search.slice(0, 3))).toEqual(['doe', '#do', 'own']);
});

it('keeps `or` and `not` with their sides', () => {
  expect(parseRule('wing or bridge and age:>1d', now).q).toBe('wing or bridge');
  expect(parseRule('not wing and age:>1d and load', now).q).toBe('not wing and load');
  expect(parseRule('age:>1d', now)).toMatchObject({
    q: undefined,
    impossible: [],
    visibility: '1',
  });
});

it.each([
  ['age:>7d', true],
  ['age:>10d', false],
  ['age:>=10d', true],
  ['age:<10d', false],
  ['age:<240h1m', true],
  ['state:completed', true],
  ['state:not_completed', false],
  ['study:beam', true],
  ['study:beam-1', true],
  ['study:"bea"', false],
  ['field:"Approved"=yes', true],
  ['field:Approved=no', false],
  ['field:Approved!=no', true],
  ['field:Peaks=2', true],
  ['field:Empty=yes', false],
  ['field:"Not there"=yes', false],
  ['owner:ENGINEER@localhost', true],
  ['owner:somebody@else', false],
  ['age:>7d and study:beam and field:Approved=no', false],
])('judges %s of a job that ended ten days ago', (text, expected) => {
  expect(parseRule(text, now).matches(job)).toBe(expected);
});

it('sees from a row alone what can’t match', () => {
  const row: JobFacts = { name: 'x', insertedAt: '2026-06-29T12:00:00Z' };
  expect(parseRule('age:>7d', now).mayMatch(row)).toBe(false);
  expect(parseRule('age:<7d', now).mayMatch(row)).toBe(true);
  expect(parseRule('field:a=b', now).mayMatch(row)).toBe(true);
  expect(parseRule('study:beam', now).mayMatch(row)).toBe(false);
  expect(parseRule('state:completed', now).mayMatch(row)).toBe(true);
  expect(parseRule('age:>7d', now).matches(row)).toBe(false);
});

it.each([
  ['', 'character 1: expected a rule'],
  ['age:7d', 'character 1: expected an age such as age:>7d or age:<12h, at most 36500d, got'],
  ['#tag and age:>soon', 'character 10: expected an age'],
  ['state:running', 'character 1: expected state:completed'],
  ['wing and', 'character 6: expected something after "and"'],
  ['and wing', 'character 1: expected something before "and"'],
  ['wing or age:>7d', 'character 9: expected age, state, study and field outside'],
  ['(age:>7d or wing)', 'character 2: expected age'],
  ['not study:beam', 'character 5: expected age'],
  ['stat:completed', 'character 1: expected one of age, state'],
  ['"wing', 'character 1: expected a closing quote'],
  ['a (b', 'character 3: expected a closing bracket'],
  ['a) b', 'character 2: expected "(" before ")"'],
  ['field:Approved', 'character 1: expected a field such as'],
  ['study:', 'character 1: expected the name or id of a study'],
])('refuses %j with the place', (text, message) => {
  expect(() => parseRule(text, now)).toThrow(message);
});

it('takes a time of the platform that names no zone as UTC, wherever the worker is', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(platformTimeMs('2026-03-01T03:00:00')).toBe(Date.UTC(2026, 2, 1, 3));
  expect(platformTimeMs('2026-03-01T03:00:00.5+01:00')).toBe(Date.UTC(2026, 2, 1, 2, 0, 0, 500));
  expect(platformTimeMs(undefined)).toBeNaN();
});
