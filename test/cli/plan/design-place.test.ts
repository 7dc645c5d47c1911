import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { requireDesignPlace } from '../../../src/cli/plan/design-place.ts';

const cwd = mkdtempSync(join(tmpdir(), 'doeflow-design-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

it.each([
  ['new.csv', undefined],
  ['empty.csv', ''],
  ['design.csv', 'run,x,y\n1,2,3\n'],
])('%s may be written', (name, text) => {
  if (text !== undefined) writeFileSync(join(cwd, name), text);
  expect(requireDesignPlace({ cwd }, name)).toBe(join(cwd, name));
});

it.each([
  ['points.csv', 'x,y\n2,3\n'],
  ['study.yaml', 'name: a\n'],
])('%s is not overwritten', (name, text) => {
  writeFileSync(join(cwd, name), text);
  expect(() => requireDesignPlace({ cwd }, name)).toThrow(/exists already and is no table/u);
});
