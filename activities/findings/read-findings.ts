import { ApplicationFailure } from '@temporalio/common';
import type { PlatformJobTarget, StudyTarget } from '../../src/run/activity-contract.ts';
import { layout, showsFinding } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { requireStudyJob } from '../own-records.ts';
import { fieldsTakenBack } from './findings-taken-back.ts';
import { readRefusedFindings } from './refused-findings.ts';
import { valuesToWrite } from './values-to-write.ts';

/** Reads the fields back and compares. @throws ApplicationFailure FINDINGS_DIFFER, retried, when the platform shows something else. */
export async function readFindings(
  dependencies: ActivityDependencies,
  { studyId, jobId }: StudyTarget & PlatformJobTarget,
  run: ActivityRun,
): Promise<void> {
  const { platform, store } = dependencies;
  await requireStudyJob(dependencies, { studyId, jobId });
  const folder = store.study(studyId);
  const { values, files } = await valuesToWrite(dependencies, studyId, run);
  const refused = await readRefusedFindings(folder, jobId);
  const written = Object.entries(values).filter(([name]) => !Object.hasOwn(refused, name));
  const fields = await platform.customFields.values(jobId, { signal: run.signal });
  for (const [name, value] of written) {
    const found = fields[name]?.value;
    if (showsFinding(found, value)) continue;
    throw ApplicationFailure.create({
      type: 'FINDINGS_DIFFER',
      message: `Expected field "${name}" of job ${jobId} to read ${[value].flat().join(', ')}, got ${JSON.stringify(found)}`,
    });
  }
  const left = await fieldsTakenBack(dependencies, { studyId, jobId }, run.signal);
  await folder.write(layout.verifiedFindings(jobId), {
    jobId,
    verified: written.length,
    ...(left.length === 0 ? {} : { left: [...left] }),
    ...(Object.keys(files).length === 0 ? {} : { files }),
    ...(Object.keys(refused).length === 0 ? {} : { refused: { ...refused } }),
  });
}
