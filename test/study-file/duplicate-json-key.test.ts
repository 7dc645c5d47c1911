import { expect, it } from 'vitest';
import { findDuplicateKey } from '../../src/study-file/duplicate-json-key.ts';

it.each([
  ['{"a": 1,\n "b": 2,\n "a": 3}', { key: 'a', line: 3 }],
  ['[{"x": {"k": [1, {}], "k": 2}}]', { key: 'k', line: 1 }],
  ['{"a\\"": 1, "a\\u0022": 2}', { key: 'a"', line: 1 }],
])('a key that stands twice in one map is found: %s', (text, found) => {
  expect(findDuplicateKey(text)).toEqual(found);
});

it.each([
  '{"a": "a", "b": ["b", "b"], "c": {"a": 1}}',
  '[{"a": 1}, {"a": 2}]',
  '{"a": "{\\"b\\": 1, \\"b\\": 2}", "b": ",\\\\"}',
  '"a"',
])('a key that stands once in each map is none: %s', (text) => {
  expect(findDuplicateKey(text)).toBeUndefined();
});
