import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { layout } from '../../store/index.ts';
import { toJson } from '../output/json-voice.ts';

/**
 * Writes a summary; an earlier one is replaced.
 * @throws UsageError with exit code 5 where a file of another kind stands, or one that a study's manifest vouches for
 */
export async function writeSummary(file: string, summary: unknown): Promise<void> {
  const refuse = (got: string): never => {
    throw new UsageError('USAGE_FILE', `Expected a free place for the summary, got ${got}`, {
      exitCode: 5,
      hint: 'give another with --to FILE',
    });
  };
  if (existsSync(file)) {
    if (existsSync(join(dirname(file), layout.manifest.name))) {
      refuse(`${file}, whose bytes the manifest of a study vouches for`);
    }
    if (!(await readFile(file, 'utf8')).includes('"schemaVersion"'))
      refuse(`${file} of another kind`);
  }
  try {
    await writeFile(file, `${toJson(summary, 2)}\n`);
  } catch (error) {
    throw new UsageError('USAGE_FILE', `Expected a place that can be written, got ${file}`, {
      cause: error,
      hint: 'give another with --to FILE',
    });
  }
}
