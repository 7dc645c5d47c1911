import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readRunsUnderWay } from '../../../src/cli/watch/runs-repeated.ts';
import { causesOf, causeWords } from '../../../src/run/failure-causes.ts';
import type { RunOutcome } from '../../../src/run/index.ts';
import { keepOutcomes, layout, openStore, type JobSpec } from '../../../src/store/index.ts';

const home = mkdtempSync(join(tmpdir(), 'runs-repeated-'));

afterAll(() => {
  rmSync(home, { recursive: true });
});

const failed = (run: number, jobNumber: number, message: string): RunOutcome => ({
  ...{ run, jobNumber, attempt: jobNumber, status: 'Failed', reason: 'exit-code', exitCode: 1 },
  ...{ message, values: {} },
});

it('causes of runs that are in a job again are told as earlier ones, behind those that fail now', async () => {
  const folder = (await openStore(home)).study('s-20260101-000000');
  const first = [1, 2, 3, 4].map((run) => failed(run, 1, 'mended'));
  const specOf = (jobNumber: number, runs: JobSpec['runs']): JobSpec => ({
    ...{ jobNumber, jobName: 's', searchTag: 's', jobTag: 's', attemptKey: 's', expectedRuns: 1 },
    ...{ runs, inputsTemplate: { name: 'a', sha256: 'a' }, files: [] },
  });
  const again = [2, 3, 4].map((run) => ({ run, attempt: 2, spent: {} }));
  await folder.write(layout.jobSpec(1), specOf(1, { first: 1, last: 4 }));
  await folder.write(layout.jobSpec(2), specOf(2, again));
  await keepOutcomes(folder, 1, first);
  const underWay = await readRunsUnderWay(folder);
  expect([...underWay]).toEqual([
    [2, 2],
    [3, 2],
    [4, 2],
  ]);
  // Run 4 has failed in the second job already, which goes on.
  const causes = causesOf([first, [failed(4, 2, 'new')]], underWay);
  expect(causes.map(causeWords)).toEqual([
    '1x exit-code: mended (such as run 1)',
    '1x exit-code: new (such as run 4)',
    'being run again, failed before: 2x exit-code: mended (such as run 2)',
  ]);
  await keepOutcomes(folder, 2, [failed(4, 2, 'new')]);
  expect((await readRunsUnderWay(folder)).size).toBe(0);
});
