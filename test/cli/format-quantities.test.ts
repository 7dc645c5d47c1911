import { describe, expect, it } from 'vitest';
import {
  countOf,
  formatBytes,
  formatDuration,
  subjectOf,
} from '../../src/cli/format-quantities.ts';

describe('quantities for people', () => {
  it.each([
    [-5, '0:00'],
    [0, '0:00'],
    [7_400, '0:07'],
    [750_000, '12:30'],
    [11_109_000, '3:05:09'],
    [183_909_000, '2d 3:05:09'],
    [86_400_000, '1d 0:00:00'],
  ])('shows %d ms as %s', (durationMs, text) => {
    expect(formatDuration(durationMs)).toBe(text);
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1.0 kB'],
    [1_234_567, '1.2 MB'],
    [999_960, '1.0 MB'],
    [5e9, '5.0 GB'],
    [5e15, '5000.0 TB'],
  ])('shows %d bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('counts one and many', () => {
    expect(countOf(1, 'run')).toBe('1 run');
    expect(countOf(0, 'run')).toBe('0 runs');
    expect(countOf(1_000_000, 'run')).toBe('1,000,000 runs');
    expect(subjectOf(1, 'job', 'wait')).toBe('1 job waits');
    expect(subjectOf(2, 'job', 'wait')).toBe('2 jobs wait');
    expect(subjectOf(1, 'job', 'are')).toBe('1 job is');
  });
});
