import { wantedFiles } from '../../src/extract/index.ts';
import type { PlatformFile } from '../../src/platform-api/index.ts';
import type { FileContents } from '../../src/store/index.ts';
import type { Study } from '../../src/study/study.ts';
import { nameOfFile } from './fetch-run-files.ts';
import { logName } from './has-all-files.ts';
import { longestInMemory } from './run-place.ts';

/** A longer file would save little in a pack: most of what it takes on the disk is itself. */
const longestPacked = 32 * 1024;
/** Of all files of a run together. */
const mostPacked = 64 * 1024;
const mostFiles = 100;

/** Whether what a study keeps of a run will be short, by the platform's records of its files. */
export function isShortRun(study: Study, files: readonly PlatformFile[]): boolean {
  if (files.length === 0 || files.length > mostFiles) return false;
  const { names } = wantedFiles(study, files.map(nameOfFile));
  let sum = 0;
  for (const file of files) {
    const name = nameOfFile(file);
    const size = file.decryptedSize ?? Infinity;
    // The log is kept of a run that fails, and that is known later.
    if (name === logName && !names.has(name) && size > longestInMemory) return false;
    if (!names.has(name)) continue;
    if (size > longestPacked) return false;
    sum += size;
  }
  return sum <= mostPacked;
}

/** Whether what was collected of a run goes into a pack. */
export function canBePacked(contents: FileContents): boolean {
  let sum = 0;
  for (const { length } of contents.values()) {
    if (length > longestPacked) return false;
    sum += length;
  }
  return sum <= mostPacked;
}
