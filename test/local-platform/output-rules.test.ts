import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { collectOutputs, outputFilter } from '../../src/local-platform/runner/collect-outputs.ts';

it('rules of what a job keeps hold for names with line breaks too', async () => {
  const work = mkdtempSync(join(tmpdir(), 'doeflow-outputs-'));
  onTestFinished(() => rmSync(work, { recursive: true, force: true }));
  mkdirSync(join(work, 'd\nir'));
  for (const name of ['d\nir/F.tmp', 'd\nir/g', 'h\n.TMP']) writeFileSync(join(work, name), 'x');
  const kept = async (selector: string, caseSensitive: boolean) => {
    const inputs = { files: new Map(), templates: [] } as never;
    const rules = [{ selector, include: false, caseSensitive }];
    return (await collectOutputs(work, outputFilter(inputs, rules))).files.map(({ path }) => path);
  };
  expect(await kept('**/*.tmp', true)).toEqual(['d\nir/g', 'h\n.TMP']);
  expect(await kept('**/f.tmp', true)).toHaveLength(3);
  expect(await kept('**/*.tmp', false)).toEqual(['d\nir/g']);
});
