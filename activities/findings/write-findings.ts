import {
  InvalidRequestError,
  isNotServed,
  ServerError,
  type NotServed,
} from '../../src/platform-api/index.ts';
import type { PlatformJobTarget, StudyTarget } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { requireStudyJob } from '../own-records.ts';
import { fieldsTakenBack } from './findings-taken-back.ts';
import { keepRefusedFindings, readRefusedFindings } from './refused-findings.ts';
import { valuesToWrite, type FieldValues } from './values-to-write.ts';
import { withoutRefused, type RefusedName } from './without-refused.ts';

/** Writes the values, and clears the fields of findings that were taken back; writing them again changes nothing. What the platform refuses is left out; where it refuses all, it says why and the study continues without. */
export async function writeFindings(
  dependencies: ActivityDependencies,
  { studyId, jobId }: StudyTarget & PlatformJobTarget,
  run: ActivityRun,
): Promise<{ served: boolean; refused?: string }> {
  const { platform, store, failpoint } = dependencies;
  const { signal, attempt } = run;
  await requireStudyJob(dependencies, { studyId, jobId });
  await failpoint('findings-before');
  const folder = store.study(studyId);
  const { values } = await valuesToWrite(dependencies, studyId, run);
  const before = await readRefusedFindings(folder, jobId);
  const back = await fieldsTakenBack(dependencies, { studyId, jobId }, signal);
  if (back.length > 0) await clearFields(dependencies, { jobId, names: back }, signal);
  if (Object.keys(values).length === 0) return { served: true };
  try {
    let notServed: NotServed | undefined;
    const write = async (some: FieldValues): Promise<void> => {
      const answer = await platform.customFields.write(jobId, some, { signal });
      if (isNotServed(answer)) notServed = answer;
    };
    const asked = Object.fromEntries(
      Object.entries(values).filter(([name]) => !Object.hasOwn(before, name)),
    );
    const { refused, message } = await withoutRefused(asked, write, nameOfField);
    if (notServed !== undefined) {
      const { reason } = notServed;
      return { served: false, ...(reason === undefined ? {} : { refused: reason }) };
    }
    const all = { ...before, ...refused };
    if (message !== undefined && Object.keys(values).every((name) => Object.hasOwn(all, name)))
      return { served: false, refused: message };
    await keepRefusedFindings(folder, jobId, all);
    return { served: true };
  } catch (error) {
    if (error instanceof ServerError && attempt >= 5)
      return { served: false, refused: error.message };
    throw error;
  }
}

/** A refusal names a value by its field, such as `Grade` or `Grade[1]`. */
const nameOfField: RefusedName = ({ field }, names) =>
  names.find((name) => field === name || field.startsWith(`${name}[`));

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
