import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { RunOutcome } from '../run/run-outcome.ts';
import type { CollectedFiles } from '../store/index.ts';
import type { Study } from '../study/study.ts';
import { outputFiles } from './extract-outputs.ts';

/**
 * The first of the files that outputs are read from which is no longer what was collected of the run; undefined where all are. One without a kept
 * hash can't be compared.
 * @param collected the collected files
 */
export async function findChangedFile(
  study: Study,
  { files = {} }: Pick<RunOutcome, 'files'>,
  collected: CollectedFiles,
): Promise<string | undefined> {
  for (const name of outputFiles(study)) {
    const kept = Object.hasOwn(files, name) ? files[name] : undefined;
    if (kept === undefined || !/^[0-9a-f]{32}$/iu.test(kept)) continue;
    const found =
      typeof collected === 'string'
        ? await md5Of(join(collected, name))
        : md5OfContent(collected.get(name));
    if (found !== kept.toLowerCase()) return name;
  }
  return undefined;
}

function md5OfContent(content: Buffer | undefined): string | undefined {
  return content && createHash('md5').update(content).digest('hex');
}

async function md5Of(path: string): Promise<string | undefined> {
  const hash = createHash('md5');
  try {
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'EISDIR', 'ENOTDIR', 'ELOOP'].includes(code)) return undefined;
    throw error;
  }
  return hash.digest('hex');
}
