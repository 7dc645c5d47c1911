/**
 * Prints the software bill of materials (CycloneDX, JSON) of what is installed with the package: `npm run sbom > sbom.json`. npm writes it from
 * the lock file without the tools of development; npm's own `--omit dev` also leaves out what those tools share with the package.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const readJson = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));

const withoutDev = ({ devDependencies: _dev, ...manifest }) => manifest;
const lock = readJson('package-lock.json');
const entries = Object.entries(lock.packages)
  .filter(([, entry]) => entry.dev !== true && entry.devOptional !== true)
  .map(([path, entry]) => [path, path === '' ? withoutDev(entry) : entry]);

const scratch = mkdtempSync(join(tmpdir(), 'doeflow-sbom-'));
try {
  // npm takes the folder's name for the package's.
  const folder = join(scratch, lock.name);
  mkdirSync(folder);
  const write = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value));
  write('package.json', withoutDev(readJson('package.json')));
  write('package-lock.json', { ...lock, packages: Object.fromEntries(entries) });
  execFileSync(
    'npm',
    ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
    { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] },
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
