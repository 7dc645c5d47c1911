import type { ArchivedStudies } from '../../archive/index.ts';
import { UsageError } from '../../errors.ts';
import type { RunOutcome } from '../../run/run-outcome.ts';
import { endOfLog, type LogText } from '../studies/log-text.ts';
import { logName, readKeptLog } from '../studies/run-log.ts';

/**
 * The log of a run of an archived study: what the engine kept of it, else what the bag of its job has.
 * @throws UsageError with exit code 6 where the archive has none
 * @throws ResultError RESULT_ARCHIVE where it isn't as it was archived
 */
export async function readArchivedLog(
  studies: ArchivedStudies,
  studyId: string,
  wanted: { readonly run: number; readonly outcomes: ReadonlyMap<number, RunOutcome> },
): Promise<LogText> {
  const outcome = wanted.outcomes.get(wanted.run);
  if (outcome !== undefined) {
    const kept = await readKeptLog(studies.study(studyId), outcome);
    if (kept !== undefined) return kept;
    const { platformJob, platformRun } = outcome;
    const output =
      platformJob === undefined || platformRun === undefined
        ? undefined
        : await studies.readOutput(studyId, { platformJob, platformRun }, logName);
    if (output !== undefined) return endOfLog(output);
  }
  throw new UsageError('USAGE_LOG', `The archive has no log of run ${wanted.run} of ${studyId}`, {
    exitCode: 6,
    hint: 'perhaps its job is not in the archive: see archived-jobs.json of the study there',
  });
}
