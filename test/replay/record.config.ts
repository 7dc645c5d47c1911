import { defineConfig } from 'vitest/config';

/** Runs the recorder alone; it is no test and part of no test run. */
export default defineConfig({
  test: { pool: 'forks', include: ['test/replay/record-histories.ts'] },
});
