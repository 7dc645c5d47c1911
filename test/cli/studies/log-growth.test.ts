import { expect, it } from 'vitest';
import { logGrowth } from '../../../src/cli/studies/log-growth.ts';

it.each([
  ['nothing new', 'a\nb', 'a\nb', ''],
  ['a line more', 'a\nb', 'a\nb\nc', '\nc'],
  ['a last line that grew', 'a\nti', 'a\ntick 1', 'ck 1'],
  ['a window that moved on', 'a\nb\nc', 'b\nc\nd', '\nd'],
  ['equal lines, of which no more are taken for new than must be', 'x\nx', 'x\nx\nx', '\nx'],
  ['the first look', '', 'a', 'a'],
  ['a window that moved past all that was seen', 'a\nb', 'y\nz', undefined],
])('finds %s', (_, seen, now, growth) => {
  expect(logGrowth(seen, now)).toBe(growth);
});
