import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFileAtomic } from '../files/index.ts';

/** So many versions of Node or of the command line take turns without compiling again. */
const mostKept = 4;

/**
 * Keeps compiled code for the next start, and of older ones the newest. Without a place for it each start compiles again, which nobody has to know.
 * @param path of a file in a folder that has nothing else
 */
export async function keepCompiled(path: string, code: Uint8Array): Promise<void> {
  try {
    await writeFileAtomic(path, code, { isPrivate: true, isSettled: false });
    const folder = dirname(path);
    const paths = (await readdir(folder)).map((name) => join(folder, name));
    const ages = await Promise.all(paths.map(async (file) => (await stat(file)).mtimeMs));
    const byAge = paths.map((file, place) => ({ file, age: ages[place] ?? 0 }));
    const old = byAge.sort((a, b) => b.age - a.age).slice(mostKept);
    await Promise.all(old.map(({ file }) => rm(file, { force: true })));
  } catch {
    // As above.
  }
}
