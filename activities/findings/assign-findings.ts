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
import { keepRefusedFindings } from './refused-findings.ts';
import { withoutRefused, type RefusedName } from './without-refused.ts';

/** Makes the job carry the study's findings as fields. What the platform refuses is left out; where it refuses all, it says why and the study continues without. */
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
    const assign = async (some: Readonly<Record<string, CustomFieldRequest>>): Promise<void> => {
      await platform.customFields.assigned(jobId, { Findings: Object.values(some) }, { signal });
    };
    const all = Object.fromEntries(
      missing.map((finding) => [finding.name, definitionOf(finding, studyId)]),
    );
    const { refused, message, isOneByOne } = await withoutRefused(all, assign, placeOfDefinition);
    const taken = Object.entries(all).filter(([name]) => !Object.hasOwn(refused, name));
    // Whether the platform adds fields to those of the last call, or has them in their place, isn't documented.
    if (isOneByOne && taken.length > 1) await assign(Object.fromEntries(taken));
    await keepRefusedFindings(store.study(studyId), jobId, refused);
    const isNoneLeft = valued.size > 0 && [...valued].every((name) => Object.hasOwn(refused, name));
    return isNoneLeft && message !== undefined ? { refused: message } : {};
  } catch (error) {
    // Known to answer 400 or 500 on some accounts for good: tried a few times, then told.
    if (error instanceof InvalidRequestError || error instanceof PermissionError)
      return { refused: error.message };
    if (error instanceof ServerError && attempt >= 5) return { refused: error.message };
    throw error;
  }
}

/** A refusal names a definition by its place, such as `fields.Findings[1].name`. */
const placeOfDefinition: RefusedName = ({ field }, names) => {
  const [, place] = /\bFindings\[(\d+)\]/u.exec(field) ?? [];
  return place === undefined ? undefined : names[Number(place)];
};

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
