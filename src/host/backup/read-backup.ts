/** Reads a back-up: whether it is whole, and what is in it. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ResultError, UsageError } from '../../errors.ts';
import { isSafePath } from '../../files/index.ts';
import {
  backupLineSchema,
  backupNames,
  backupSummarySchema,
  type BackupLine,
  type BackupSummary,
} from './manifest.ts';

/** @throws UsageError USAGE_BACKUP, exit code 6, where the folder holds no whole back-up */
export async function readSummary(folder: string): Promise<BackupSummary> {
  const path = join(folder, backupNames.summary);
  try {
    return backupSummarySchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isMissing && !(cause instanceof SyntaxError) && !(cause instanceof z.ZodError))
      throw cause;
    throw new UsageError(
      'USAGE_BACKUP',
      `${folder} holds no whole back-up: ${backupNames.summary} ${isMissing ? 'is missing' : 'can’t be read'}`,
      {
        exitCode: 6,
        hint: 'Give the folder that doeflow backup wrote; one that was cut off has none, and is to be made again',
        cause,
      },
    );
  }
}

/** All lines, in their order. @throws ResultError RESULT_BACKUP for one that can't be one of ours, and behind the last one where they aren't those of the summary */
export async function* readLines(
  folder: string,
  summary: BackupSummary,
): AsyncGenerator<BackupLine> {
  const hash = createHash('sha256');
  const stream = createReadStream(join(folder, backupNames.lines));
  stream.on('data', (chunk) => hash.update(chunk));
  for await (const text of createInterface({ input: stream, crlfDelay: Infinity })) {
    const line = parseLine(text);
    if (line === undefined || !isSafePath(line.path, 4096)) {
      throw damaged(
        `${backupNames.lines} has a line that doeflow backup never wrote: ${text.slice(0, 80)}`,
      );
    }
    yield line;
  }
  if (hash.digest('hex') !== summary.lines) throw damaged(`${backupNames.lines} was changed`);
}

function parseLine(text: string): BackupLine | undefined {
  try {
    return backupLineSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** A back-up that isn't as it was written. */
export function damaged(what: string): ResultError {
  return new ResultError('RESULT_BACKUP', `The back-up is damaged: ${what}`, {
    hint: 'Use another back-up; doeflow restore FOLDER --check reads one whole and changes nothing',
  });
}
