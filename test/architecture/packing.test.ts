import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { readonly scripts: Readonly<Record<string, string>> };

it.each(['an installed copy', 'sources without a compiler'])(
  'packing keeps the program of %s',
  (copy) => {
    const folder = mkdtempSync(join(tmpdir(), 'doeflow-packing-'));
    try {
      mkdirSync(join(folder, 'dist'));
      writeFileSync(join(folder, 'dist/main.js'), '');
      if (copy !== 'an installed copy') writeFileSync(join(folder, 'tsconfig.build.json'), '{}');
      const { status } = spawnSync('/bin/sh', ['-c', scripts['prepack'] ?? 'exit 9'], {
        cwd: folder,
        env: { PATH: '/usr/bin:/bin' },
      });
      expect(status === 0).toBe(copy === 'an installed copy');
      expect(existsSync(join(folder, 'dist/main.js'))).toBe(true);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
