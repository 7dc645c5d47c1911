import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What differs each time: what tells by a clock when it was done, in documents that say so, and the id that a destination gets. */
const differing: readonly (readonly [path: RegExp, told: RegExp])[] = [
  [/^archive\.json$/u, /"id": ?"[0-9a-f]{16}"/gu],
  [/^records\//u, /"provenOn": ?"[^"]*"/gu],
  [/^passes\/.*\/report\.json$/u, /"(?:openedAt|closedAt)": ?"[^"]*"/gu],
  // Hashes of the reports, which tell their times; `verify` holds the two against each other.
  [/^pass-records\//u, /"[0-9a-f]{64}"/gu],
  [/^passes\/.*\/report\.html$/u, /<th scope="row">(?:Began|Took)<\/th><td>[^<]*<\/td>/gu],
];

/** SHA-256 of every file of a destination by its path, whatever its name; what differs each time is left out. */
export function archiveFiles(
  root: string,
  isWanted: (path: string) => boolean = () => true,
): Readonly<Record<string, string>> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .filter(isWanted)
    .sort();
  return Object.fromEntries(paths.map((path) => [path, hashOf(root, path)]));
}

function hashOf(root: string, path: string): string {
  const told = differing.filter(([where]) => where.test(path)).map(([, what]) => what);
  const bytes = readFileSync(join(root, path));
  const text = told.reduce((rest, what) => rest.replace(what, ''), bytes.toString('latin1'));
  return createHash('sha256').update(text, 'latin1').digest('hex');
}
