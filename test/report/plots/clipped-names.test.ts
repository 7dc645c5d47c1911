import { expect, it } from 'vitest';
import { clipped, clippedNames } from '../../../src/report/plots/clipped-names.ts';

it('a name is cut where it is too long, never within a sign', () => {
  expect(clipped('inlet temperature', 8)).toBe('inlet t…');
  expect(clipped('😀😀😀😀', 3)).toBe('😀😀…');
  expect(clipped('inlet', 5)).toBe('inlet');
});

it('names that differ still differ when they are cut', () => {
  expect(clippedNames(['short', 'a long name'], 8)).toEqual(['short', 'a long …']);
  expect(clippedNames(['temperature in', 'temperature out'], 9)).toEqual([
    'temp…e in',
    'temp… out',
  ]);
  const alike = clippedNames(['aaaaaaaa-1-aaaaaaaa', 'aaaaaaaa-2-aaaaaaaa'], 8);
  expect(alike).toEqual(['aaaaa…1', 'aaaaa…2']);
});
