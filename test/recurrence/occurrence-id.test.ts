import { expect, it } from 'vitest';
import { occurrenceStudyId, passTimeOf } from '../../src/recurrence/index.ts';

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
