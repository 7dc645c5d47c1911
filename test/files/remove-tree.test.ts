import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeTree, removeTreeSync } from '../../src/files/index.ts';

const chain = `const { mkdirSync, writeFileSync } = require('node:fs');
for (let depth = 0; depth < 150; depth += 1) {
  mkdirSync('a'.repeat(28));
  process.chdir('a'.repeat(28));
}
writeFileSync('end.txt', '');`;

it.each([
  ['removeTree', removeTree],
  ['removeTreeSync', removeTreeSync],
])('%s removes folders whose paths are longer than the system takes', async (_, remove) => {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-tree-'));
  execFileSync(process.execPath, ['-e', chain], { cwd: folder });
  await remove(folder);
  expect(existsSync(folder)).toBe(false);
  await remove(folder);
});
