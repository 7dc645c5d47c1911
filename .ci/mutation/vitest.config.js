// @ts-check
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { NearestTestsFirst } from './nearest-tests-first.js';

/** MUTATION_TESTS=run,security/authority names what alone is shown of `test`: quicker, and what it notices all tests notice. */
const named = process.env['MUTATION_TESTS']?.split(',');

/** The tests that mutants are shown to: all that are quick, start no server, and reach the mutated rooms. Of these Stryker runs those that reach the mutated files. */
export default defineConfig({
  test: {
    include: named?.map((path) => `test/${path}{/**/*,}.test.ts`) ?? [
      'test/{activities,archive,audit,cli,endings,extract,objects,recurrence,run,security,store,study,summary,tables}/**/*.test.ts',
      'test/workflows/{activity-table,failure-guards,study-ledger}.test.ts',
    ],
    exclude: [
      ...['**/end-to-end/**', 'test/objects/s3/**'],
      // Stryker runs tests in threads, which can't set the umask or folder of their process, nor hear its signals.
      ...['test/security/publishing.test.ts', 'test/cli/studies/failures-of-study.test.ts'],
      'test/cli/interrupt.test.ts',
      // Its numbers differ in the mutants' copy of the tree, which has no build; without it no room can be measured.
      'test/cli/archive/archived-studies.test.ts',
      // It reads the texts of the program, which Stryker has rewritten.
      'test/cli/shown-commands/**',
    ],
    // One thread for each mutant, which loads each module once.
    isolate: false,
    sequence: { sequencer: NearestTestsFirst },
    setupFiles: [join(import.meta.dirname, 'before-each-file.js')],
    testTimeout: 60_000,
  },
});
