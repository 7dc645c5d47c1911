import { readFile } from 'node:fs/promises';

/** The package's version, from its own file: two folders up in the source tree, three in the built one. */
export async function readPackageVersion(): Promise<string> {
  for (const up of ['../../package.json', '../../../package.json']) {
    try {
      const parsed: unknown = JSON.parse(await readFile(new URL(up, import.meta.url), 'utf8'));
      if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) {
        return String(parsed.version);
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return 'unknown';
}
