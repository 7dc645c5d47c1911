import { InvalidRequestError, isNotServed, ServerError } from '../../src/platform-api/index.ts';
import type { PlatformJobTarget, StudyTarget } from '../../src/run/activity-contract.ts';
import { readValuedFindings } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { requireStudyJob } from '../own-records.ts';

/** Writes the values; writing them again changes nothing. A platform that won't have them says why; the study continues without. */
export async function writeFindings(
  dependencies: ActivityDependencies,
  { studyId, jobId }: StudyTarget & PlatformJobTarget,
  { signal, attempt }: ActivityRun,
): Promise<{ served: boolean; refused?: string }> {
  const { platform, store, failpoint } = dependencies;
  await requireStudyJob(dependencies, { studyId, jobId });
  await failpoint('findings-before');
  const findings = await readValuedFindings(store.study(studyId));
  try {
    const answer = await platform.customFields.write(
      jobId,
      Object.fromEntries(findings.map(({ name, value }) => [name, value])),
      { signal },
    );
    if (!isNotServed(answer)) return { served: true };
    return { served: false, ...(answer.reason === undefined ? {} : { refused: answer.reason }) };
  } catch (error) {
    const refused =
      error instanceof InvalidRequestError || (error instanceof ServerError && attempt >= 5);
    if (refused) return { served: false, refused: error.message };
    throw error;
  }
}
