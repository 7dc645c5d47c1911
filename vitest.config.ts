import { defineConfig } from 'vitest/config';
import { longForm } from './test/kit/test-form.ts';

/** Tests that start real servers or solvers, or wait as activities wait. */
const endToEnd = [
  'test/activities/**',
  'test/workflows/**',
  'test/host/embedded/**',
  'test/studies/**',
  'test/cli/end-to-end/**',
  'test/contract/**',
  'test/local-platform/**',
  'test/objects/s3/**',
  'test/security/end-to-end/**',
  'test/endings/end-to-end/**',
];

/** Tests that kill programs again and again; the longest of all, so they start first. */
const chaos = 'test/chaos/**';

/**
 * Kills of each program and of each two, the command line among them, at named points and at random moments, of which the storm has some of all kinds at each change;
 * programs that stand still, an archive pass, amendments under kills, and what is told while parts are away or refused, whose steps have tests of their
 * own.
 */
const chaosAtNight = [
  'test/chaos/amended-outputs.test.ts',
  'test/chaos/archive-pass.test.ts',
  'test/chaos/command-line.test.ts',
  'test/chaos/frozen.test.ts',
  'test/chaos/named-points.test.ts',
  'test/chaos/pairs.test.ts',
  'test/chaos/random-times.test.ts',
  'test/chaos/renewed-token.test.ts',
  'test/chaos/trouble.test.ts',
];

/** Where steps have tests of their own at each change, and the whole of them takes minutes. */
const endToEndAtNight = [
  'test/cli/end-to-end/amended-cluster.test.ts',
  'test/cli/end-to-end/amended-hardware.test.ts',
  'test/cli/end-to-end/backup.test.ts',
  'test/cli/end-to-end/budget.test.ts',
  'test/cli/end-to-end/verify-each-file.test.ts',
  'test/endings/end-to-end/detach.test.ts',
  'test/endings/end-to-end/reap.test.ts',
  'test/endings/end-to-end/reaped.test.ts',
  'test/endings/end-to-end/shared-left.test.ts',
  'test/endings/end-to-end/stop.test.ts',
  'test/local-platform/kills-at-the-end.test.ts',
  'test/local-platform/kills.test.ts',
  'test/studies/amended-outputs.test.ts',
  'test/studies/amended-sharing.test.ts',
  'test/studies/collecting.test.ts',
  'test/studies/lost-jobs.test.ts',
  'test/studies/misbehaving-runs.test.ts',
  'test/studies/recipes.test.ts',
  'test/studies/rosenbrock.test.ts',
  'test/studies/shapes.test.ts',
  'test/workflows/archive-year.test.ts',
];

/** Files that use one stack together, as none of them kills a program of it. */
const sharingOneStack = [
  'test/studies/amended-outputs.test.ts',
  'test/studies/amended-sharing.test.ts',
  'test/studies/amended-study.test.ts',
  'test/studies/amended-while-paused.test.ts',
  'test/studies/failing-limits.test.ts',
  'test/studies/failing-nominal.test.ts',
  'test/studies/guards.test.ts',
  'test/studies/failing-runs.test.ts',
  'test/studies/failing-sensitivity.test.ts',
  'test/studies/known-answers.test.ts',
  'test/studies/mended-files.test.ts',
  'test/studies/rerun-open.test.ts',
  'test/studies/reused-runs.test.ts',
  'test/studies/withdrawn-runs.test.ts',
];

/**
 * Two such files at a time: each has homes, folders and ports of its own. Projects of one group share the workers, and their files start in
 * the order of the projects' names. Time limits are bounds against hanging, wide enough for a machine with other work on it.
 */
const sideBySide = {
  maxWorkers: 2,
  testTimeout: 240_000,
  hookTimeout: 300_000,
  sequence: { groupOrder: 1 },
};

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
          exclude: [...endToEnd, chaos, 'test/nightly/**', 'test/production/**'],
          // Modules are loaded once for each worker: no test changes what another one imports.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'chaos',
          include: [`${chaos}/*.test.ts`],
          exclude: longForm ? [] : chaosAtNight,
          ...sideBySide,
        },
      },
      {
        extends: true,
        test: {
          name: 'end-to-end',
          include: endToEnd.map((folder) => `${folder}/*.test.ts`),
          exclude: longForm ? sharingOneStack : [...sharingOneStack, ...endToEndAtNight],
          ...sideBySide,
        },
      },
      {
        extends: true,
        test: {
          name: 'end-to-end-shared',
          include: sharingOneStack,
          exclude: longForm ? [] : endToEndAtNight,
          globalSetup: 'test/kit/start-shared-stack.ts',
          ...sideBySide,
        },
      },
      ...(longForm || process.env['DOEFLOW_TEST_PRODUCTION'] !== undefined
        ? [
            {
              extends: true as const,
              test: { name: 'production', include: ['test/production/*.test.ts'], ...sideBySide },
            },
          ]
        : []),
      ...(longForm
        ? [
            {
              extends: true as const,
              test: { name: 'nightly', include: ['test/nightly/*.test.ts'], ...sideBySide },
            },
          ]
        : []),
    ],
  },
});
