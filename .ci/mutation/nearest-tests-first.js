// @ts-check
/** The order in which tests are shown a mutant: the first that fails ends its turn, so the most likely and the quickest go first. */
import { basename, dirname, relative } from 'node:path';

/** @typedef {import('vitest/node').TestSpecification} TestSpecification */

/** Orders test files: those of the mutated file itself, then those of its room, then the others; of these the small ones first. */
export class NearestTestsFirst {
  /** @param {import('vitest/node').Vitest} vitest */
  constructor(vitest) {
    this.vitest = vitest;
  }

  /** @param {TestSpecification[]} files */
  async shard(files) {
    return files;
  }

  /** @param {TestSpecification[]} files */
  async sort(files) {
    const { root, related } = this.vitest.config;
    const mutated = (related ?? []).map((path) => relative(root, path));
    const ranks = new Map(
      files.map((file) => [file, distanceOf(relative(root, file.moduleId), mutated)]),
    );
    return [...files].sort(
      (a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0) || (a.moduleId < b.moduleId ? -1 : 1),
    );
  }
}

/** @param {string} test @param {readonly string[]} mutated */
function distanceOf(test, mutated) {
  const folders = mutated.map((path) => dirname(path).replace(/^src\//u, ''));
  const room = dirname(test).replace(/^test\//u, '');
  const own = mutated.some((path) => basename(path, '.ts') === basename(test, '.test.ts'));
  if (own && folders.includes(room)) return 0;
  if (folders.includes(room)) return 1;
  return /^(?:activities|run|store|workflows)\b/u.test(room) ? 2 : 3;
}
