import { InvalidRequestError, isNotServed, ServerError } from '../../src/platform-api/index.ts';
import type { PlatformJobTarget, StudyTarget } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { requireStudyJob } from '../own-records.ts';
import { fieldsTakenBack } from './findings-taken-back.ts';
import { valuesToWrite } from './values-to-write.ts';

/** Writes the values, and clears the fields of findings that were taken back; writing them again changes nothing. A platform that won't have them says why; the study continues without. */
export async function writeFindings(
  dependencies: ActivityDependencies,
  { studyId, jobId }: StudyTarget & PlatformJobTarget,
  run: ActivityRun,
): Promise<{ served: boolean; refused?: string }> {
  const { platform, failpoint } = dependencies;
  const { signal, attempt } = run;
  await requireStudyJob(dependencies, { studyId, jobId });
  await failpoint('findings-before');
  const { values } = await valuesToWrite(dependencies, studyId, run);
  const back = await fieldsTakenBack(dependencies, { studyId, jobId }, signal);
  if (back.length > 0) await clearFields(dependencies, { jobId, names: back }, signal);
  if (Object.keys(values).length === 0) return { served: true };
  try {
    const answer = await platform.customFields.write(jobId, values, { signal });
    if (!isNotServed(answer)) return { served: true };
    return { served: false, ...(answer.reason === undefined ? {} : { refused: answer.reason }) };
  } catch (error) {
    const refused =
      error instanceof InvalidRequestError || (error instanceof ServerError && attempt >= 5);
    if (refused) return { served: false, refused: error.message };
    throw error;
  }
}

/** A platform that doesn't clear them is no reason to keep back what there is: what stays is read back, and told. */
async function clearFields(
  { platform }: ActivityDependencies,
  { jobId, names }: PlatformJobTarget & { readonly names: readonly string[] },
  signal: AbortSignal,
): Promise<void> {
  try {
    await platform.customFields.write(
      jobId,
      Object.fromEntries(names.map((name) => [name, null])),
      { signal },
    );
  } catch (error) {
    if (!(error instanceof InvalidRequestError || error instanceof ServerError)) throw error;
  }
}
