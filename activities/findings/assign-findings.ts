import {
  InvalidRequestError,
  PermissionError,
  ServerError,
  type CustomFieldRequest,
} from '../../src/platform-api/index.ts';
import type { PlatformJobTarget, StudyTarget } from '../../src/run/activity-contract.ts';
import { readValuedFindings } from '../../src/store/index.ts';
import type { Finding } from '../../src/study/study.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { requireStudyJob } from '../own-records.ts';

/** Makes the job carry the study's findings as fields. A platform that refuses says why; the study continues without. */
export async function assignFindings(
  dependencies: ActivityDependencies,
  { studyId, jobId }: StudyTarget & PlatformJobTarget,
  { signal, attempt }: ActivityRun,
): Promise<{ refused?: string }> {
  const { platform, store, studyCache } = dependencies;
  await requireStudyJob(dependencies, { studyId, jobId });
  const valued = new Set((await readValuedFindings(store.study(studyId))).map(({ name }) => name));
  const { study } = await studyCache.get(studyId);
  try {
    // A field that the workspace gives every job is there already, as the workspace wants it.
    const there = await platform.customFields.values(jobId, { signal });
    const missing = study.findings.filter(
      ({ name }) => valued.has(name) && !Object.hasOwn(there, name),
    );
    if (missing.length === 0) return {};
    await platform.customFields.assigned(
      jobId,
      { Findings: missing.map((finding) => definitionOf(finding, studyId)) },
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

function definitionOf(
  { name, valueType, value, options = [], allowOther = false }: Finding,
  studyId: string,
): CustomFieldRequest {
  return {
    name,
    valueType,
    enumOptions: [...options],
    allowOther,
    placeholder: '',
    helpText: `Computed by doeflow over all accepted runs of study ${studyId}`,
    isMultiple: Array.isArray(value),
    isRequired: false,
  };
}
