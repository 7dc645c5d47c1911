import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  isAllDone,
  requireFailedRuns,
  requireUseful,
} from '../../../src/cli/studies/require-failed-runs.ts';
import type { FailureReason } from '../../../src/run/failure-reason.ts';
import { keepOutcomes, openStore } from '../../../src/store/index.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-failed-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a retry of all failed runs', () => {
  const ended = { runs: { total: 3, done: 1, failed: 2, submitted: 0 } };
  async function retry(name: string, ...reasons: readonly FailureReason[]): Promise<void> {
    const folder = (await openStore(root)).study(name);
    const of = { attempt: 1, jobNumber: 1, values: { r: 1 } };
    await keepOutcomes(folder, 1, [
      { ...of, run: 1, status: 'Done' },
      ...reasons.map((reason, index) => ({
        ...of,
        ...{ run: index + 2, status: 'Failed' as const, reason, message: 'no finite value for f' },
      })),
    ]);
    await requireUseful(folder, { studyId: name, ended: ended as never }, {});
  }

  it('is refused where all of them failed in an expression alone', async () => {
    await expect(retry('vain', 'expression', 'expression')).rejects.toMatchObject({
      exitCode: 5,
      message: expect.stringMatching(/2 runs failed only .*no finite value for f/u) as string,
      hint: expect.stringContaining('doeflow retry vain --runs 2,3') as string,
    });
  });

  it('is taken where one failed otherwise, or never ran', async () => {
    await retry('mixed', 'expression', 'exit-code');
    await retry('unrun', 'expression');
  });
});

describe('runs that are to run again', () => {
  it('are refused by the numbers that the study has', async () => {
    const folder = (await openStore(root)).study('beam');
    const plan = { includesNominalRun: false, runCount: 24 };
    await expect(requireFailedRuns(folder, 'beam', [1, 99], plan)).rejects.toMatchObject({
      exitCode: 5,
      message: 'There is no run 99: the study has runs 1 to 24',
    });
    await expect(requireFailedRuns(folder, 'beam', [1, 24], plan)).rejects.toThrow(
      'These runs have not failed: 1, 24.',
    );
  });

  it('have the nominal run among them where the study has one', async () => {
    const folder = (await openStore(root)).study('nominal');
    const of = { attempt: 1, jobNumber: 1, values: {} };
    await keepOutcomes(folder, 1, [
      { ...of, run: 0, status: 'Failed', reason: 'exit-code' },
      { ...of, run: 1, status: 'Done' },
    ]);
    const plan = { includesNominalRun: true, runCount: 1 };
    await requireFailedRuns(folder, 'nominal', [0], plan);
    await expect(requireFailedRuns(folder, 'nominal', [2], plan)).rejects.toThrow(
      'There is no run 2: the study has runs 0 to 1',
    );
    const ended = { runs: { total: 1, done: 1, failed: 0, submitted: 0 } };
    expect(await isAllDone(folder, ended as never)).toBe(false);
    await keepOutcomes(folder, 2, [{ ...of, run: 0, attempt: 2, jobNumber: 2, status: 'Done' }]);
    expect(await isAllDone(folder, ended as never)).toBe(true);
  });
});
