import { expect, it } from 'vitest';
import { valueAtPointer } from '../../src/extract/extract-text.ts';

it.each([
  ['{"a": 1, "a": 2}', '/a'],
  ['{"r": {"a": 1}, "r": {"a": 2}}', '/r/a'],
  ['{"r": [{"b": 1}, {"a": 1, "b": 0, "a": 2}]}', '/r/1/a'],
  ['{"a": 1, "\\u0061": 2}', '/a'],
  ['{"ä": 1, "ä": 2}', '/ä'],
  ['{"a/b": 1, "c": {"a/b": 2}, "a/b": 3}', '/a~1b'],
])('a key that stands twice on the way to a value is told: %s', (text, pointer) => {
  expect(() => valueAtPointer(text, pointer)).toThrow(
    expect.objectContaining({ code: 'RESULT_AMBIGUOUS' }) as Error,
  );
});

it.each([
  ['{"a": 1, "b": {"a": 2}}', '/a', 1],
  ['{"a": {"b": 1, "b": 2}, "c": 3}', '/c', 3],
  ['{"r": [{"a": 1, "a": 2}, {"a": 3}]}', '/r/1/a', 3],
  ['{"a": "a", "b": ["a", "a"]}', '/a', 'a'],
  ['{"a": {"a": {"a": 5}}}', '/a/a/a', 5],
  ['[[1, 2], [3, 4]]', '/1/0', 3],
])('all else is read: %s', (text, pointer, value) => {
  expect(valueAtPointer(text, pointer)).toBe(value);
});
