import { InvalidRequestError, PermissionError, ServerError } from '../../src/platform-api/index.ts';
import type { PlatformJobTarget, StudyTarget } from '../../src/run/activity-contract.ts';
import { readValuedFindings } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { requireStudyJob } from '../own-records.ts';

/** Makes the job carry the study's findings as fields. A platform that refuses says why; the study continues without. */
export async function assignFindings(
  dependencies: ActivityDependencies,
  { studyId, jobId }: StudyTarget & PlatformJobTarget,
  { signal, attempt }: ActivityRun,
): Promise<{ refused?: string }> {
  const { platform, store } = dependencies;
  await requireStudyJob(dependencies, { studyId, jobId });
  const findings = await readValuedFindings(store.study(studyId));
  try {
    await platform.customFields.assigned(
      jobId,
      {
        Findings: findings.map(({ name, valueType }) => ({
          name,
          valueType,
          enumOptions: [],
          allowOther: false,
          placeholder: '',
          helpText: `Computed by doeflow over all accepted runs of study ${studyId}`,
          isMultiple: false,
          isRequired: false,
        })),
      },
      { signal },
    );
    return {};
  } catch (error) {
    // Known to answer 400 or 500 on some accounts for good: tried a few times, then told.
    if (error instanceof InvalidRequestError || error instanceof PermissionError)
      return { refused: error.message };
    if (error instanceof ServerError && attempt >= 5) return { refused: error.message };
    throw error;
  }
}
