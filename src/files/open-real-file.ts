import { constants } from 'node:fs';
import { open, readlink, realpath, type FileHandle } from 'node:fs/promises';

/**
 * Opens a plain file for reading at a path that must lead there without any link, also when somebody else puts links in its place
 * meanwhile: what was opened is looked at, not the path.
 *
 * @param path absolute, without links.
 * @returns undefined when there is no such file, or something else.
 */
export async function openRealFile(path: string): Promise<FileHandle | undefined> {
  let file: FileHandle;
  try {
    // A pipe with nobody behind it would be waited for.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(code)) return undefined;
    throw error;
  }
  try {
    const isPlain = (await file.stat()).isFile();
    if (isPlain && (await placeOf(file, path)) === path) return file;
    await file.close();
    return undefined;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function placeOf(file: FileHandle, path: string): Promise<string> {
  return process.platform === 'linux' ? readlink(`/proc/self/fd/${file.fd}`) : realpath(path);
}
