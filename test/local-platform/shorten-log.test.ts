import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { folderBytes, shortenLog } from '../../src/local-platform/runner/size-watch.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-sizes-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('what a run puts in the place of its folder ends nobody who looks at its sizes', () => {
  const work = join(root, 'work');
  writeFileSync(work, 'no folder');
  expect(shortenLog(join(work, 'process_output.log'), 10)).toBe(false);
  expect(folderBytes(work, 10)).toBe(0);
  expect(shortenLog(join(root, 'none', 'process_output.log'), 10)).toBe(false);
});
