import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { layout } from '../../store/index.ts';
import { toJson } from '../output/json-voice.ts';

/**
 * Writes a summary; an earlier one is replaced.
 * @throws UsageError with exit code 5 where there is a file of another kind, or one that a study's manifest holds the hash of
 */
export async function writeSummary(file: string, summary: unknown): Promise<void> {
  const refuse = (why: string): never => {
    throw new UsageError('USAGE_FILE', `Can't write the summary to ${file}: ${why}`, {
      exitCode: 5,
      hint: 'Give another file with --to FILE',
    });
  };
  if (existsSync(file)) {
    if (existsSync(join(dirname(file), layout.manifest.name))) {
      refuse("it belongs to a study's results, and their manifest holds its hash");
    }
    if (!(await readFile(file, 'utf8')).includes('"schemaVersion"'))
      refuse('that file is not a summary');
  }
  try {
    await writeFile(file, `${toJson(summary, 2)}\n`);
  } catch (error) {
    throw new UsageError('USAGE_FILE', `Can't write the summary to ${file}`, {
      cause: error,
      hint: 'Check its folder and permissions, or give another file with --to FILE',
    });
  }
}
