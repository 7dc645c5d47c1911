import { expect, it } from 'vitest';
import { readRange } from '../../src/local-platform/http/read-range.ts';

it.each([
  ['bytes=2-5', { start: 2, end: 5 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=2-99', { start: 2, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  [undefined, undefined],
  ['lines=1-2', undefined],
  ['bytes=a-b', undefined],
  ['bytes=0-1,4-5', undefined],
])('reads the range %s of ten bytes as %j', (header, range) => {
  expect(readRange(header, 10)).toEqual(range);
});
