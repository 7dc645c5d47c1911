import { defineConfig } from 'vitest/config';

/** Tests that start real servers or solvers; they run one file at a time. */
const endToEnd = [
  'test/workflows/**',
  'test/host/embedded/**',
  'test/studies/**',
  'test/cli/end-to-end/**',
  'test/chaos/**',
  'test/contract/**',
  'test/local-platform/**',
];

export default defineConfig({
  test: {
    pool: 'forks',
    // Where other work loads the machine, a process may miss a bound that is there against hanging; the run shows every second try.
    retry: process.env['CI'] === undefined ? 0 : 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: endToEnd,
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'end-to-end',
          include: endToEnd.map((folder) => `${folder}/*.test.ts`),
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
