import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFileAtomic } from '../files/index.ts';

/** So many versions of Node or of the command line take turns without compiling again. */
const mostBuilds = 4;
/** Of each. There are more verbs, but nobody uses all. */
const mostVerbs = 24;

/**
 * Keeps compiled code for the next start, and of older ones the newest. Without a place for it each start compiles again, which nobody has to know.
 * @param path of a file in a folder of its build, beside which are only those of others
 */
export async function keepCompiled(path: string, code: Uint8Array): Promise<void> {
  try {
    await writeFileAtomic(path, code, { isPrivate: true, isSettled: false });
    const build = dirname(path);
    await keepNewest(build, mostVerbs);
    await keepNewest(dirname(build), mostBuilds);
  } catch {
    // As above.
  }
}

async function keepNewest(folder: string, most: number): Promise<void> {
  const paths = (await readdir(folder)).map((name) => join(folder, name));
  const ages = await Promise.all(paths.map(async (path) => (await stat(path)).mtimeMs));
  const byAge = paths.map((path, place) => ({ path, age: ages[place] ?? 0 }));
  const old = byAge.sort((a, b) => b.age - a.age).slice(most);
  await Promise.all(old.map(({ path }) => rm(path, { force: true, recursive: true })));
}
