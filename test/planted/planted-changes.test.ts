import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { plantedChanges } from './planted-changes.ts';

it.each(plantedChanges)('$what: can be planted', ({ file, from, to, noticedBy }) => {
  const text = readFileSync(file, 'utf8');
  expect(text.split(from), `times in ${file}`).toHaveLength(2);
  expect(to).not.toBe(from);
  for (const path of noticedBy) expect(existsSync(path), path).toBe(true);
});
