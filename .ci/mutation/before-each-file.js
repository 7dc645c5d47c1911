// @ts-check
/**
 * Runs before each test file, as all of a mutant's files share a thread: what earlier files have reached isn't told again as this file's,
 * no mutant is active while a file is loaded, and none is loaded any more once a test has failed.
 */
import { afterEach } from 'vitest';

const stryker = Reflect.get(globalThis, '__stryker__') ?? {};
if (stryker.aTestFailed) throw new Error('An earlier test has failed');
delete stryker.activeMutant;
for (const reached of Object.values(stryker.mutantCoverage ?? {})) {
  for (const key of Object.keys(reached)) delete reached[key];
}
afterEach(({ task }) => {
  if (task.result?.state === 'fail') stryker.aTestFailed = true;
});
