import { expect, it } from 'vitest';
import { occurrenceStudyId, notifyUrlProblem, passTimeOf } from '../../src/recurrence/index.ts';

it.each([
  'https://hooks.example.com/a',
  'http://127.0.0.1:8080/',
  'http://localhost/x',
  'http://[::1]:9/',
])('news may be sent to %s', (url) => {
  expect(notifyUrlProblem(url)).toBeUndefined();
});

it.each([
  'http://example.com/',
  'http://127.0.0.1.example.com/',
  'http://10.0.0.1/',
  'https://user:secret@example.com/',
  'file:///etc/passwd',
  'ftp://localhost/',
  'hooks.example.com',
  '',
])('news may not be sent to %s', (url) => {
  expect(notifyUrlProblem(url)).toMatch(/^it /u);
});

it('the study of an occurrence has one id, another than all others', () => {
  const id = occurrenceStudyId('beam', 'nightly', '2026-10-25T01:30:00.000Z');
  expect(id).toMatch(/^beam-20261025-013000-r[0-9a-f]{6}$/u);
  expect(occurrenceStudyId('beam', 'nightly', '2026-10-25T01:30:00.000Z')).toBe(id);
  expect(occurrenceStudyId('beam', 'weekly', '2026-10-25T01:30:00.000Z')).not.toBe(id);
  expect(occurrenceStudyId('beam', 'nightly', '2026-10-25T01:30:00.001Z')).not.toBe(id);
});

it('the folder of an occurrence tells its time', () => {
  expect(passTimeOf('2026-10-25T01-30-00.000Z')).toBe('2026-10-25T01:30:00.000Z');
});
