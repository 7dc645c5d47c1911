import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, resolve } from 'node:path';
import { expect, it } from 'vitest';

const program = resolve(import.meta.dirname, '../../src/cli/run-command-line.ts');

/** Packages that a file loads before its first line runs, and those that its own files load. */
function packagesOf(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s(?!type\s)(?:[^;'"]*?\sfrom\s+)?'([^']+)';/gmu,
  );
  return [...imports].flatMap(([, name = '']) =>
    name.startsWith('.') ? packagesOf(resolve(dirname(file), name), seen) : [name],
  );
}

it('the help page needs two small packages, so that it takes hardly more than Node itself', () => {
  const packages = packagesOf(program).filter((name) => !isBuiltin(name));
  expect([...new Set(packages)].sort()).toEqual(['commander', 'picocolors']);
});

it('names for completion need settings and the store, and nobody who is asked over a network', () => {
  const list = resolve(import.meta.dirname, '../../src/cli/commands/list.ts');
  const packages = packagesOf(list).filter((name) => !isBuiltin(name));
  expect([...new Set(packages)].sort()).toEqual(['@temporalio/envconfig', 'commander', 'zod']);
});

it.each(['studies/show-studies', 'commands/status'])(
  '%s asks Temporal without loading what asks the platform',
  (file) => {
    const packages = packagesOf(resolve(import.meta.dirname, `../../src/cli/${file}.ts`));
    expect(packages).toContain('zod');
    expect(packages).not.toContain('undici');
  },
);
