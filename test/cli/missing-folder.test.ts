import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { missingFolder } from '../../src/cli/missing-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-missing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('of the folders that a file needs the uppermost that isn’t there is told', () => {
  expect(missingFolder(join(folder, 'no', 'such', 'report.html'))).toBe(join(folder, 'no'));
  expect(missingFolder(join(folder, 'report.html'))).toBeUndefined();
  expect(missingFolder('/')).toBeUndefined();
});
