import { afterAll, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countRepeats } from '../../../src/cli/amend/count-repeats.ts';
import type { RunOutcome } from '../../../src/run/run-outcome.ts';
import { keepOutcomes, layout, openStore } from '../../../src/store/index.ts';
import type { Study } from '../../../src/study/study.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-repeats-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const withRetries = (platform: number): Pick<Study, 'execution'> =>
  ({ execution: { retries: { platform, timeout: 0, command: 0, output: 0 } } }) as never;

const outcome = (run: number, attempt: number, jobNumber: number, done = false): RunOutcome => ({
  ...{ run, attempt, jobNumber, values: {} },
  ...(done ? { status: 'Done' } : { status: 'Failed', reason: 'not-started', message: '' }),
});

it('counts failed runs with tries left, by each study, without those that execute or run again anyway', async () => {
  const folder = (await openStore(root)).study('beam-1');
  await keepOutcomes(folder, 1, [
    outcome(1, 1, 1, true),
    ...[2, 3, 4, 5].map((run) => outcome(run, 1, 1)),
  ]);
  await keepOutcomes(folder, 2, [outcome(2, 2, 2)]);
  const studies = { before: withRetries(1), after: withRetries(2) };
  expect(await countRepeats(folder, studies)).toEqual({ before: 3, after: 4 });
  expect(await countRepeats(folder, studies, [3])).toEqual({ before: 3, after: 3 });
  // Run 1 goes on as its job was stopped; run 3 is counted once.
  expect(await countRepeats(folder, studies, [4], [1, 3])).toEqual({ before: 4, after: 4 });
  const none = { before: withRetries(0), after: withRetries(0) };
  expect(await countRepeats(folder, none)).toEqual({ before: 0, after: 0 });
  // Its job is made, and keeps its hardware.
  const runs = [{ run: 5, attempt: 2, spent: {} }];
  await folder.write(layout.jobSpec(3), { ...spec, jobNumber: 3, runs });
  await folder.write(layout.platformJob(3), { jobId: 'j3' });
  expect(await countRepeats(folder, studies)).toEqual({ before: 2, after: 3 });
});

const spec = {
  ...{ jobName: 'beam', searchTag: 's', jobTag: 't', attemptKey: 'k', expectedRuns: 1 },
  ...{ inputsTemplate: { name: 'inputs.in', sha256: 'a'.repeat(64) }, files: [] },
};
