/** The package as it is published, without its dependencies: those are this repository's. Continuous integration installs it for real. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { extract } from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../studies/run-study.ts';

const scratch = temporaryFolder(afterAll);
const unpacked = join(scratch, 'node_modules', 'doeflow');
const env = { PATH: process.env['PATH'], HOME: scratch, DOEFLOW_HOME: join(scratch, 'home') };

/** Runs the packed command line in the scratch folder and gives back what it printed. */
function packedDoeflow(...args: string[]): string {
  const { bin } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as {
    bin: { doeflow: string };
  };
  const options = { cwd: scratch, env, encoding: 'utf8' } as const;
  return execFileSync(process.execPath, [join(unpacked, bin.doeflow), ...args], options);
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

beforeAll(async () => {
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', scratch]);
  const [archive = ''] = readdirSync(scratch).filter((name) => name.endsWith('.tgz'));
  mkdirSync(unpacked, { recursive: true });
  await extract({ file: join(scratch, archive), cwd: unpacked, strip: 1 });
  symlinkSync(resolve('node_modules'), join(unpacked, 'node_modules'));
});

describe('the package', () => {
  it.each(['src', 'activities', 'worker', 'workflows'])(
    'holds every compiled program of %s, and no source map',
    (room) => {
      const built = filesOf(join('dist', room)).filter((name) => !name.endsWith('.map'));
      expect(filesOf(join(unpacked, 'dist', room))).toEqual(built);
    },
  );

  it('holds the bundle of the workflows, and no test or results', () => {
    expect(readdirSync(join(unpacked, 'dist'))).toContain('workflow-bundle.js');
    expect(readdirSync(unpacked).filter((name) => ['test', 'bench'].includes(name))).toEqual([]);
    const results = filesOf(join(unpacked, 'studies')).filter((name) =>
      /^[^/]+\/results\b(?!\.)/u.test(name),
    );
    expect(results).toEqual([]);
  });

  it('holds what its README links to', () => {
    const readme = readFileSync(join(unpacked, 'README.md'), 'utf8');
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/gu)].map(([, path = '']) => path);
    expect(links).toContain('docs/study-file.md');
    expect(links.filter((path) => !existsSync(join(unpacked, path)))).toEqual([]);
  });

  it('says its version, writes a study and plans it', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(packedDoeflow('--version')).toBe(`${version}\n`);
    packedDoeflow('init', 'my-study');
    expect(packedDoeflow('plan', 'my-study')).toContain('runs: 24');
  });
});
