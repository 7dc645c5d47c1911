/** Manifests as `sha256sum` and BagIt write them: a hash, two spaces, a path; a line for each file, sorted. */
import { ResultError } from '../errors.ts';

const lengths = { md5: 32, sha256: 64 } as const;

/** Name of a hash that manifests are made of. */
export type HashName = keyof typeof lengths;

/** Text of a manifest. */
export function formatManifest(hashes: ReadonlyMap<string, string>): string {
  return [...hashes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, hash]) => `${hash}  ${path}\n`)
    .join('');
}

/**
 * Hashes by path.
 * @throws ResultError RESULT_ARCHIVE naming the line that can't be read
 */
export function parseManifest(text: string, hash: HashName): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  const pattern = new RegExp(`^([0-9a-f]{${lengths[hash]}}) [ *](.+)$`, 'u');
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const match = pattern.exec(line);
    const path = match?.[2] ?? '';
    if (match === null || entries.has(path)) {
      throw new ResultError(
        'RESULT_ARCHIVE',
        `line ${index + 1} isn't a ${hash} hash and a path of its own`,
      );
    }
    entries.set(path, match[1] ?? '');
  }
  return entries;
}
