import { readFileSync } from 'node:fs';
import { compare } from 'semver';
import { describe, expect, it } from 'vitest';

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly integrity?: string;
        readonly resolved?: string;
        readonly link?: boolean;
      }
    >
  >;
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const installed = Object.entries(lock.packages).filter(([path]) => path !== '');

/** Package -> oldest version without a known hole that matters here, and the first that is not for Node 20. */
const floors: Readonly<Record<string, readonly [least: string, below?: string]>> = {
  // Code execution through the expression parser: CVE-2026-41139, CVE-2026-40897.
  mathjs: ['15.2.0'],
  // CVE-2026-1525, CVE-2026-1527, CVE-2026-13697; 8 wants Node 22.19.
  undici: ['7.29.0', '8.0.0'],
  // CVE-2026-33532.
  yaml: ['2.8.3'],
  // CVE-2026-85063.
  'csv-parse': ['7.0.2'],
  // CVE-2023-4316.
  zod: ['3.22.3'],
};

describe('the lock file', () => {
  it.each(Object.entries(floors))(
    'holds %s only in versions that are safe',
    (name, [least, below]) => {
      const versions = installed
        .filter(
          ([path]) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`),
        )
        .map(([, { version }]) => version ?? '');
      expect(versions.length).toBeGreaterThan(0);
      for (const version of versions) {
        expect(compare(version, least), `${name} ${version}`).toBeGreaterThanOrEqual(0);
        if (below !== undefined) {
          expect(compare(version, below), `${name} ${version}`).toBeLessThan(0);
        }
      }
    },
  );

  it('knows the content of every package by its hash', () => {
    const unknown = installed.filter(
      ([, { integrity, link }]) => link !== true && !/^sha512-/u.test(integrity ?? ''),
    );
    expect(unknown.map(([path]) => path)).toEqual([]);
  });

  it('takes no package from a file, a repository or an unencrypted place', () => {
    const strange = installed.filter(
      ([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://'),
    );
    expect(strange.map(([path]) => path)).toEqual([]);
  });

  it('holds all parts of the Temporal SDK in one version', () => {
    const versions = new Set(
      installed
        .filter(([path]) => /(?:^|\/)node_modules\/@temporalio\/[^/]+$/u.test(path))
        .map(([, { version }]) => version),
    );
    expect([...versions]).toHaveLength(1);
  });
});
