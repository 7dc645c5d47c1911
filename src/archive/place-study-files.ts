/** Where the files of an archived study go in a folder of their own, whatever their paths were. */
import { posix } from 'node:path';
import { UsageError } from '../errors.ts';
import { isSafePath } from '../files/index.ts';
import type { CrateStudyFiles } from './crate-files.ts';

/** A file of the study and its place, relative to the folder. */
export interface PlacedFile {
  readonly file: CrateStudyFiles[number];
  readonly target: string;
}

/**
 * Places by which every path as written still finds its file: a study that names files above its own folder is put as many folders deep.
 * @param name of the study, for those folders
 * @throws UsageError USAGE_ARCHIVE for a path that would lead out of the folder
 */
export function placeStudyFiles(name: string, files: CrateStudyFiles): readonly PlacedFile[] {
  const levels = Math.max(0, ...files.map(({ path }) => levelsUp(path)));
  const base = new Array<string>(levels).fill(name).join('/');
  const taken = new Map<string, string>();
  return files.map((file) => {
    const target = posix.join(base, file.path);
    const isPlain = !posix.isAbsolute(file.path) && isSafePath(target);
    if (!isPlain || (taken.get(target) ?? file.sha256) !== file.sha256) {
      throw new UsageError(
        'USAGE_ARCHIVE',
        `The study names the file ${JSON.stringify(file.path)}, which has no place in a folder of its own`,
        {
          exitCode: 5,
          hint: `its content is in the archive, as ${file.at} of the study; copy what you need from there`,
        },
      );
    }
    taken.set(target, file.sha256);
    return { file, target };
  });
}

function levelsUp(path: string): number {
  const parts = posix.normalize(path).split('/');
  const first = parts.findIndex((part) => part !== '..');
  return first < 0 ? parts.length : first;
}
