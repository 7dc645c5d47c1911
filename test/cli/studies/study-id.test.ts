import { describe, expect, it } from 'vitest';
import { createStudyId } from '../../../src/cli/studies/study-id.ts';

const now = new Date('2026-11-21T09:08:07.654Z');

describe('study ids', () => {
  it('are the name and the time in UTC', () => {
    expect(createStudyId('beam-load', now, () => false)).toBe('beam-load-20261121-090807');
  });

  it('are told apart within one second', () => {
    const taken = new Set(['beam-20261121-090807', 'beam-20261121-090807-2']);
    expect(createStudyId('beam', now, (id) => taken.has(id))).toBe('beam-20261121-090807-3');
  });
});
