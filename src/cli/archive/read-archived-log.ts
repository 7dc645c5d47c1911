import { buffer } from 'node:stream/consumers';
import type { ArchivedStudies } from '../../archive/index.ts';
import { UsageError } from '../../errors.ts';
import type { ObjectStore } from '../../objects/index.ts';
import type { RunOutcome } from '../../run/run-outcome.ts';
import { logName, readKeptLog } from '../studies/run-log.ts';

/**
 * The log of a run of an archived study: what the engine kept of it, else what the bag of its job has.
 * @throws UsageError with exit code 6 where the archive has none
 */
export async function readArchivedLog(
  objects: ObjectStore,
  studies: ArchivedStudies,
  studyId: string,
  wanted: { readonly run: number; readonly outcomes: ReadonlyMap<number, RunOutcome> },
): Promise<string> {
  const outcome = wanted.outcomes.get(wanted.run);
  if (outcome !== undefined) {
    const kept = await readKeptLog(studies.study(studyId), outcome);
    if (kept !== undefined) return kept;
    const { platformJob, platformRun } = outcome;
    const key =
      platformJob === undefined || platformRun === undefined
        ? undefined
        : await studies.outputOf(studyId, { platformJob, platformRun }, logName);
    if (key !== undefined) return (await buffer(await objects.read(key))).toString('utf8');
  }
  throw new UsageError('USAGE_LOG', `The archive has no log of run ${wanted.run} of ${studyId}`, {
    exitCode: 6,
    hint: 'perhaps its job is not in the archive: see archived-jobs.json of the study there',
  });
}
