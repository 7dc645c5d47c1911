import { expect, it } from 'vitest';
import { findCircles } from './find-circles.ts';

it('finds a circle behind a straight way, and one of a single file', () => {
  const edges = new Map([
    ['start', new Set(['a', 'end'])],
    ['a', new Set(['b'])],
    ['b', new Set(['c', 'end'])],
    ['c', new Set(['a'])],
    ['own', new Set(['own'])],
  ]);
  expect(findCircles(edges)).toEqual(['a > b > c > a', 'own > own']);
});

it('finds none where two ways meet again', () => {
  const edges = new Map([
    ['a', new Set(['b', 'c'])],
    ['b', new Set(['d'])],
    ['c', new Set(['d'])],
  ]);
  expect(findCircles(edges)).toEqual([]);
});
