import { firstRevision } from '../../src/run/first-revision.ts';
import { ApplicationFailure } from '@temporalio/common';
import type { NamedFile, RevisionTarget } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { uploadOnce } from '../upload-once.ts';

/** Sends one file that all jobs share: an input, a template or a script. */
export async function uploadStudyFile(
  dependencies: ActivityDependencies,
  { studyId, name, revision }: RevisionTarget & NamedFile,
  run: ActivityRun,
): Promise<{ fileId: string }> {
  const { uploads } = await dependencies.studyCache.get(studyId, revision ?? firstRevision);
  const key = uploads.find((upload) => upload.name === name);
  if (key === undefined) {
    throw ApplicationFailure.nonRetryable(
      `Expected a file of the study, got ${name}`,
      'UPLOAD_UNKNOWN',
    );
  }
  return uploadOnce(dependencies, dependencies.store.study(studyId), key, run);
}
