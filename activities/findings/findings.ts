/** Findings as custom fields of the study's jobs: assigned, written, read back; one activity per call. */
import { ApplicationFailure } from '@temporalio/common';
import { InvalidRequestError, isNotServed, ServerError } from '../../src/platform-api/index.ts';
import { findingsSchema } from '../../src/summary/index.ts';
import { type StudyFolder } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

interface FindingsTarget {
  readonly studyId: string;
  readonly jobId: string;
}

/** Name of the computed findings inside the study's folder. */
export const findingsName = 'findings.json';

/** Findings that have a value. */
async function valued(
  folder: StudyFolder,
): Promise<{ name: string; valueType: 'number' | 'text'; value: number | string }[]> {
  const findings = await folder.readJson(findingsName, findingsSchema);
  return findings.flatMap(({ name, valueType, value }) =>
    value === undefined ? [] : [{ name, valueType, value }],
  );
}

/** Makes the job carry the study's findings as fields. A platform that refuses says why; the study goes on without. */
export async function assignFindings(
  { platform, store }: ActivityDependencies,
  { studyId, jobId }: FindingsTarget,
  { signal, attempt }: ActivityRun,
): Promise<{ refused?: string }> {
  const findings = await valued(store.study(studyId));
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
    if (error instanceof InvalidRequestError) return { refused: error.message };
    if (error instanceof ServerError && attempt >= 5) return { refused: error.message };
    throw error;
  }
}

/** Writes the values; writing them again changes nothing. */
export async function writeFindings(
  { platform, store, failpoint }: ActivityDependencies,
  { studyId, jobId }: FindingsTarget,
  { signal }: ActivityRun,
): Promise<{ served: boolean }> {
  await failpoint('findings-before');
  const findings = await valued(store.study(studyId));
  const answer = await platform.customFields.write(
    jobId,
    Object.fromEntries(findings.map(({ name, value }) => [name, value])),
    { signal },
  );
  return { served: !isNotServed(answer) };
}

/** Reads the fields back and compares. @throws ApplicationFailure FINDINGS_DIFFER, retried, when the platform shows something else. */
export async function readFindings(
  { platform, store }: ActivityDependencies,
  { studyId, jobId }: FindingsTarget,
  { signal }: ActivityRun,
): Promise<void> {
  const folder = store.study(studyId);
  const findings = await valued(folder);
  const fields = await platform.customFields.values(jobId, { signal });
  for (const { name, value } of findings) {
    const found = fields[name]?.value;
    if (found === value || (typeof value === 'number' && Number(found) === value)) continue;
    throw ApplicationFailure.create({
      type: 'FINDINGS_DIFFER',
      message: `Expected field "${name}" of job ${jobId} to read ${value}, got ${JSON.stringify(found)}`,
    });
  }
  await folder.writeJson(`findings/${encodeURIComponent(jobId)}.json`, {
    jobId,
    verified: findings.length,
  });
}
