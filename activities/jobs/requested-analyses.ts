import { ApplicationFailure } from '@temporalio/common';
import { firstRevision } from '../../src/run/first-revision.ts';
import type { JobAnalysisRequest } from '../../src/platform-api/index.ts';
import { layout, type DocumentFolder, type JobSpec } from '../../src/store/index.ts';
import type { UploadKey } from '../../src/store/upload-key.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { analysisRequest } from './analysis-request.ts';

/** All analyses of a job, as the platform is asked for them. @param onUsed told of each file that is named, by its id there */
export async function requestedAnalyses(
  { store, studyCache }: Pick<ActivityDependencies, 'store' | 'studyCache'>,
  studyId: string,
  spec: JobSpec,
  onUsed: (fileId: string, key: UploadKey) => void = () => undefined,
): Promise<readonly JobAnalysisRequest[]> {
  const folder = store.study(studyId);
  const { study, fileHash } = await studyCache.get(studyId, spec.revision ?? firstRevision);
  const uploaded = async (key: UploadKey): Promise<{ id: string }> => {
    const file = await uploadedFile(folder, key);
    onUsed(file.id, key);
    return file;
  };
  const requests: JobAnalysisRequest[] = [];
  for (const [index, analysis] of study.job.analyses.entries()) {
    requests.push(await analysisRequest(study, analysis, index, spec, fileHash, uploaded));
  }
  return requests;
}

/** The platform's file for `key`. @throws ApplicationFailure when it was never uploaded. */
export async function uploadedFile(
  folder: DocumentFolder,
  key: UploadKey,
): Promise<{ id: string }> {
  const upload = await folder.find(layout.upload(key));
  if (upload !== undefined) return { id: upload.fileId };
  throw ApplicationFailure.nonRetryable(
    `${key.name} was not uploaded before its job was created`,
    'UPLOAD_MISSING',
  );
}
