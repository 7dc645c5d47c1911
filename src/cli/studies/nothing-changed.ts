import { UsageError } from '../../errors.ts';
import type { RetryRequest } from '../../run/messages.ts';
import { exitCodes } from '../exit-codes.ts';

/** USAGE_NOTHING_CHANGED, exit code 5: changed files were asked for, and none differs. */
export function nothingChanged(studyId: string, { runs }: RetryRequest): UsageError {
  const which = runs === 'failed' ? '--failed' : `--runs ${runs.join(',')}`;
  return new UsageError(
    'USAGE_NOTHING_CHANGED',
    `No file differs from those that ${studyId} runs with: the runs would run as before. Nothing was run`,
    {
      exitCode: exitCodes.refused,
      hint: `Mend the file first. To run them again as they are, and pay for them again: doeflow retry ${studyId} ${which}`,
    },
  );
}
