import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { createFactsReader } from '../../../src/cli/watch/study-facts.ts';
import type { RunOutcome } from '../../../src/run/run-outcome.ts';
import { keepOutcomes, layout, openStore, readAttempts } from '../../../src/store/index.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { studyOf, uniform } from '../../study/plain-study.ts';

const failed = (run: number, jobNumber: number): RunOutcome => ({
  ...{ run, attempt: 1, jobNumber, status: 'Failed', reason: 'exit-code', exitCode: 3 },
  ...{ message: 'the command ended with exit code 3', values: {} },
});

it('reads the outcomes of each job once, and those that were written anew again', async () => {
  const store = await openStore(temporaryFolder(onTestFinished));
  const folder = store.study('beam-1');
  await keepOutcomes(folder, 1, [failed(1, 1)]);
  const file = await folder.localFile(layout.outcomes(1));
  utimesSync(file, 1000, 1000);
  const facts = createFactsReader(store, { studyId: 'beam-1', study: studyOf([uniform('x')]) });
  facts.refresh({ total: 2, submitted: 1, done: 0, failed: 1 });
  await facts.settled();
  expect(facts.latest.causes).toMatchObject([{ reason: 'exit-code', runs: 1 }]);
  expect([...facts.outcomes.keys()]).toEqual([1]);

  // Damaged, with the size and time that it had: only who reads it once more would see that.
  writeFileSync(file, 'x'.repeat(statSync(file).size));
  utimesSync(file, 1000, 1000);
  await keepOutcomes(folder, 2, [failed(2, 2)]);
  const attempts = await readAttempts(folder, facts.outcomes);
  expect(attempts.flat().map(({ run }) => run)).toEqual([1, 2]);

  await keepOutcomes(folder, 1, [{ ...failed(1, 1), reason: 'timeout' }]);
  const anew = await readAttempts(folder, facts.outcomes);
  expect(anew.flat().map(({ reason }) => reason)).toEqual(['timeout', 'exit-code']);
});
