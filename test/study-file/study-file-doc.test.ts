/** docs/study-file.md names every field that the study file's JSON Schema has: a new one can't be forgotten. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('docs/study-file.md', 'utf8');
const schema = JSON.parse(readFileSync('docs/study.schema.json', 'utf8')) as unknown;

/** Names of all fields below `at`. */
function fieldsOf(at: unknown): readonly string[] {
  if (typeof at !== 'object' || at === null) return [];
  const own = 'properties' in at ? Object.keys(at.properties as object) : [];
  return [...own, ...Object.values(at).flatMap(fieldsOf)];
}

it('names every field of the study file', () => {
  const fields = [...new Set(fieldsOf(schema))];
  expect(fields.length).toBeGreaterThan(60);
  const missing = fields.filter((name) => !page.match(/[$\w]+/gu)?.includes(name));
  expect(missing).toEqual([]);
});
