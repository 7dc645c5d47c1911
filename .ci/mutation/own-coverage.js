// @ts-check
/**
 * Runs before each test file, as all of a mutant's files share a thread: what earlier files have reached isn't told again as this file's,
 * and no mutant is active while a file is loaded.
 */
const stryker = Reflect.get(globalThis, '__stryker__') ?? {};
delete stryker.activeMutant;
for (const reached of Object.values(stryker.mutantCoverage ?? {})) {
  for (const key of Object.keys(reached)) delete reached[key];
}
