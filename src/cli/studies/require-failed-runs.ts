import { UsageError } from '../../errors.ts';
import { mergeOutcomes } from '../../run/run-outcome.ts';
import { readAttempts, type DocumentFolder } from '../../store/index.ts';
import { exitCodes } from '../exit-codes.ts';

/** How many wrong runs a message names. */
const shown = 10;

/** Numbers of the runs whose latest attempt was collected and has failed. */
export async function readFailedRuns(folder: DocumentFolder): Promise<ReadonlySet<number>> {
  const latest = mergeOutcomes(await readAttempts(folder));
  return new Set(
    [...latest.values()].filter(({ status }) => status === 'Failed').map(({ run }) => run),
  );
}

/**
 * Makes sure that the latest attempt of each of these runs was collected and has failed.
 * @throws UsageError USAGE_NOT_FAILED, exit code 5, naming those that are done, not collected yet, or not in the study
 */
export async function requireFailedRuns(
  folder: DocumentFolder,
  studyId: string,
  runs: readonly number[],
): Promise<void> {
  const failed = await readFailedRuns(folder);
  const others = runs.filter((run) => !failed.has(run));
  if (others.length === 0) return;
  throw new UsageError(
    'USAGE_NOT_FAILED',
    `These runs have not failed: ${others.slice(0, shown).join(', ')}${others.length > shown ? ', …' : ''}. Only failed runs can be run again`,
    {
      exitCode: exitCodes.refused,
      hint: `List the failed runs: doeflow runs ${studyId} --status failed`,
    },
  );
}
