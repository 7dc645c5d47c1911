import { isNotServed } from '../../src/platform-api/index.ts';
import type { PlatformJobTarget, StudyTarget } from '../../src/run/activity-contract.ts';
import { readValuedFindings } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Writes the values; writing them again changes nothing. */
export async function writeFindings(
  { platform, store, failpoint }: ActivityDependencies,
  { studyId, jobId }: StudyTarget & PlatformJobTarget,
  { signal }: ActivityRun,
): Promise<{ served: boolean }> {
  await failpoint('findings-before');
  const findings = await readValuedFindings(store.study(studyId));
  const answer = await platform.customFields.write(
    jobId,
    Object.fromEntries(findings.map(({ name, value }) => [name, value])),
    { signal },
  );
  return { served: !isNotServed(answer) };
}
