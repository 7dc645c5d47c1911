import { readJobSpec } from '../../src/results/index.ts';
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { fileTypes } from '../upload-key.ts';
import { uploadOnce } from '../uploads.ts';

/** Sends one file of job `k` alone: its param file, its case file, or the template of its inputs. */
export async function uploadJobFile(
  dependencies: ActivityDependencies,
  { studyId, k, name }: { readonly studyId: string; readonly k: number; readonly name: string },
  run: ActivityRun,
): Promise<{ fileId: string }> {
  const folder = dependencies.store.study(studyId);
  const spec = await readJobSpec(folder, k);
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
      `Expected a file of job ${k}, got ${name}`,
      'UPLOAD_UNKNOWN',
    );
  }
  return uploadOnce(dependencies, folder, { ...file, typeId: fileTypes[file.role] }, run);
}
