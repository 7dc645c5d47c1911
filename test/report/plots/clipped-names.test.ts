import { expect, it } from 'vitest';
import { clipped, clippedNames } from '../../../src/report/plots/clipped-names.ts';

it('a name is cut in its middle where it is too long, never within a sign', () => {
  expect(clipped('inlet temperature [K]', 12)).toBe('inlet …e [K]');
  expect(clipped('😀😁😂😃', 3)).toBe('😀…😃');
  expect(clipped('inlet', 5)).toBe('inlet');
});

it('names that differ still differ when they are cut', () => {
  expect(clippedNames(['short', 'a long name'], 8)).toEqual(['short', 'a lo…ame']);
  expect(clippedNames(['temperature in', 'temperature out'], 9)).toEqual([
    'temp…e in',
    'temp… out',
  ]);
  expect(clippedNames(['a-temperature', 'b-temperature'], 3)).toEqual(['a…e', 'b…e']);
  expect(clippedNames(['aa-temperature', 'ab-temperature'], 3)).toEqual(['aa…', 'ab…']);
  const alike = clippedNames(['aaaaaaaa-1-aaaaaaaa', 'aaaaaaaa-2-aaaaaaaa'], 8);
  expect(alike).toEqual(['aaaaaa…1', 'aaaaaa…2']);
});

it('a name that comes twice is written alike both times', () => {
  const long = ['aaaaaaaa-1-aaaaaaaa', 'aaaaaaaa-2-aaaaaaaa', 'aaaaaaaa-1-aaaaaaaa'];
  expect(clippedNames(long, 8)).toEqual(['aaaaaa…1', 'aaaaaa…2', 'aaaaaa…1']);
});
