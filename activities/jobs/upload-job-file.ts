import { ApplicationFailure } from '@temporalio/common';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readPreparedSpec } from '../prepared-spec.ts';
import { fileTypes } from '../../src/store/upload-key.ts';
import { uploadOnce } from '../upload-once.ts';

/** Sends one file of job `jobNumber` alone: its param file, its case file, or the template of its inputs. */
export async function uploadJobFile(
  dependencies: ActivityDependencies,
  {
    studyId,
    jobNumber,
    name,
  }: { readonly studyId: string; readonly jobNumber: number; readonly name: string },
  run: ActivityRun,
): Promise<{ fileId: string }> {
  const folder = dependencies.store.study(studyId);
  const spec = await readPreparedSpec(dependencies.store, { studyId, jobNumber });
  if (name === spec.inputsTemplate.name) {
    return uploadOnce(
      dependencies,
      folder,
      { ...spec.inputsTemplate, typeId: fileTypes.template },
      run,
    );
  }
  const file = spec.files.find((one) => one.name === name);
  if (file === undefined) {
    throw ApplicationFailure.nonRetryable(
      `Expected a file of job ${jobNumber}, got ${name}`,
      'UPLOAD_UNKNOWN',
    );
  }
  return uploadOnce(dependencies, folder, { ...file, typeId: fileTypes[file.role] }, run);
}
