/** What is installed, shipped and run beside our own code: pinned, and told. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const text = (name: string): string => readFileSync(join(root, name), 'utf8');
const npm = (...args: readonly string[]): unknown =>
  JSON.parse(
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );

const lock = z
  .object({
    lockfileVersion: z.literal(3),
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        resolved: z.string().optional(),
        integrity: z.string().optional(),
        link: z.boolean().optional(),
        dev: z.boolean().optional(),
        devOptional: z.boolean().optional(),
        dependencies: z.record(z.string(), z.string()).optional(),
        devDependencies: z.record(z.string(), z.string()).optional(),
      }),
    ),
  })
  .parse(JSON.parse(text('package-lock.json')));
const { '': own, ...installed } = lock.packages;

describe('what npm installs', () => {
  it('is pinned by a SHA-512 each, and comes encrypted from one registry', () => {
    const entries = Object.entries(installed);
    expect(entries.length).toBeGreaterThan(100);
    const unpinned = entries.filter(
      ([, { integrity = '', link }]) =>
        link === true || !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity),
    );
    expect(unpinned.map(([path]) => path)).toEqual([]);
    const origins = entries.flatMap(([, { resolved }]) =>
      resolved === undefined ? [] : [new URL(resolved).origin],
    );
    expect(new Set(origins).size).toBeLessThanOrEqual(1);
    expect(origins.filter((origin) => !origin.startsWith('https://'))).toEqual([]);
  });

  it('is what package.json asks for', () => {
    const { dependencies, devDependencies } = JSON.parse(text('package.json')) as NonNullable<
      typeof own
    >;
    expect(own?.dependencies).toEqual(dependencies);
    expect(own?.devDependencies).toEqual(devDependencies);
  });

  it('runs no script of its own while it is installed', () => {
    expect(text('.npmrc').split('\n')).toContain('ignore-scripts=true');
  });
});

describe('the package', () => {
  it('says its licence in full, and whose else’s work it holds', () => {
    const digest = createHash('sha256').update(text('LICENSE')).digest('hex');
    // The text at https://www.apache.org/licenses/LICENSE-2.0.txt.
    expect(digest).toBe('cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30');
    expect(text('NOTICE')).toContain('@temporalio/workflow');
    const [packed] = z
      .array(z.object({ files: z.array(z.object({ path: z.string() })) }))
      .nonempty()
      .parse(npm('pack', '--dry-run', '--json', '--ignore-scripts'));
    const paths = (packed?.files ?? []).map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['LICENSE', 'NOTICE', 'SECURITY.md', 'docs/security.md']),
    );
    expect(paths.filter((path) => path.startsWith('.'))).toEqual([]);
  });

  it('has a bill of materials: all that is installed with it, none of what only develops it', () => {
    const bill = z
      .object({
        bomFormat: z.literal('CycloneDX'),
        specVersion: z.string().regex(/^1\.\d$/),
        metadata: z.object({ component: z.object({ purl: z.string() }) }),
        components: z.array(
          z.object({
            name: z.string(),
            group: z.string().optional(),
            version: z.string(),
            purl: z.string().startsWith('pkg:npm/'),
            hashes: z.array(z.object({ alg: z.string(), content: z.string() })).nonempty(),
          }),
        ),
        dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
      })
      .parse(npm('run', 'sbom', '--silent'));
    expect(bill.metadata.component.purl).toMatch(/^pkg:npm\/doeflow@/);
    const told = bill.components.map(({ group, name, version }) =>
      [group === undefined ? name : `${group}/${name}`, version].join('@'),
    );
    const shipped = Object.entries(installed)
      .filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true)
      .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`);
    expect([...new Set(told)].sort()).toEqual([...new Set(shipped)].sort());
    expect(told.some((name) => name.startsWith('vitest@'))).toBe(false);
  });
});
