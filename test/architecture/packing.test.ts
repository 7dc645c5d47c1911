import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { readonly scripts: Readonly<Record<string, string>> };

it('packing keeps the program where there is no compiler to make it anew', () => {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-packing-'));
  try {
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/main.js'), '');
    const { status } = spawnSync('/bin/sh', ['-c', scripts['package'] ?? 'true'], {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin' },
    });
    expect(status).toBe(127);
    expect(existsSync(join(folder, 'dist/main.js'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
