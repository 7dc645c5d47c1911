import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('docs/promises.md', 'utf8');

it('each promise names the tests that show it, and they are there', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && line.includes('`test/'));
  expect(rows.length).toBeGreaterThan(10);
  const named = rows.flatMap((row) =>
    [...row.matchAll(/`(test\/[^`]+)`/gu)].map(([, path]) => path),
  );
  expect(named.filter((path) => path === undefined || !existsSync(path))).toEqual([]);
});
