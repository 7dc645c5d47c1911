import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { requireFailedRuns } from '../../../src/cli/studies/require-failed-runs.ts';
import { openStore } from '../../../src/store/index.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-failed-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('runs that are to run again', () => {
  it('are refused by the numbers that the study has', async () => {
    const folder = (await openStore(root)).study('beam');
    await expect(requireFailedRuns(folder, 'beam', [1, 99], 24)).rejects.toMatchObject({
      exitCode: 5,
      message: 'There is no run 99: the study has runs 1 to 24',
    });
    await expect(requireFailedRuns(folder, 'beam', [1, 24], 24)).rejects.toThrow(
      'These runs have not failed: 1, 24.',
    );
  });
});
