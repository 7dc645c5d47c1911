import { firstRevision } from '../../src/run/first-revision.ts';
import {
  InvalidRequestError,
  NotFoundError,
  type CreateJobRequest,
} from '../../src/platform-api/index.ts';
import { ApplicationFailure } from '@temporalio/common';
import {
  appendToLedger,
  keepPlatformJob,
  layout,
  type DocumentFolder,
} from '../../src/store/index.ts';
import type { JobTarget } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readPreparedSpec } from '../prepared-spec.ts';
import { uploadAgain } from '../upload-once.ts';
import { fileTypes, type UploadKey } from '../../src/store/upload-key.ts';
import { findMadeBefore } from './made-before.ts';
import { requestedAnalyses, uploadedFile } from './requested-analyses.ts';

/**
 * Saves job `jobNumber` on the platform, unless a restored store finds it there; it isn't started. One POST, never repeated here: where the platform has lost a file that was sent,
 * it is sent again, and whoever asked looks for the job and asks once more.
 */
export async function createJob(
  dependencies: ActivityDependencies,
  { studyId, jobNumber, onCluster }: JobTarget & { readonly onCluster: boolean },
  run: ActivityRun,
): Promise<{ jobId: string }> {
  const { platform, store, studyCache, failpoint } = dependencies;
  const { signal } = run;
  const folder = store.study(studyId);
  const spec = await readPreparedSpec(store, { studyId, jobNumber });
  await requireNew(folder, jobNumber);
  const madeBefore = await findMadeBefore(dependencies, spec, run);
  if (madeBefore !== undefined) return { jobId: madeBefore };
  const { study } = await studyCache.get(studyId, spec.revision ?? firstRevision);
  const used = new Map<string, UploadKey>();
  const note = (fileId: string, key: UploadKey): void => void used.set(fileId, key);
  const uploaded = async (key: UploadKey): Promise<{ id: string }> => {
    const file = await uploadedFile(folder, key);
    note(file.id, key);
    return file;
  };
  const jobanalyses = [...(await requestedAnalyses(dependencies, studyId, spec, note))];
  const paramFile = spec.files.find((file) => file.role === 'param');
  const caseFile = spec.files.find((file) => file.role === 'case');
  const body: CreateJobRequest = {
    ...study.job.fields,
    name: spec.jobName,
    jobanalyses,
    jobvariables: [],
    paramFile:
      paramFile === undefined ? null : await uploaded({ ...paramFile, typeId: fileTypes.param }),
    caseFile:
      caseFile === undefined ? null : await uploaded({ ...caseFile, typeId: fileTypes.case }),
    // The engine writes the nominal run itself, as the first row.
    includeNominalRun: false,
  };
  const effect = { kind: 'effect', what: 'create-job', key: spec.jobTag } as const;
  await appendToLedger(folder, [{ ...effect, at: new Date().toISOString(), effect: 'intent' }]);
  const version = onCluster ? 'v3' : 'v2';
  const job = await platform.jobs
    .create(body, { signal, version })
    .catch(async (error: unknown) => {
      for (const key of lostFiles(error, used)) {
        if (!(await uploadAgain(dependencies, folder, key, run))) throw error;
      }
      throw lostFiles(error, used).length === 0 ? error : filesWereLost(error as Error);
    });
  await failpoint('create-after-post');
  await appendToLedger(folder, [
    { ...effect, at: new Date().toISOString(), effect: 'sent', platformId: job.id },
  ]);
  await keepPlatformJob(folder, jobNumber, job.id, true);
  return { jobId: job.id };
}

/** A job that is on the platform, or is over, is never made a second time: whoever asked finds it by its record. */
async function requireNew(folder: DocumentFolder, jobNumber: number): Promise<void> {
  const kept = await folder.find(layout.platformJob(jobNumber));
  if (kept !== undefined) {
    throw ApplicationFailure.nonRetryable(
      `Job ${jobNumber} is on the platform already, as job ${kept.jobId}: it isn't made again`,
      'JOB_MADE_BEFORE',
    );
  }
  if (await folder.has(layout.outcomes(jobNumber))) {
    throw ApplicationFailure.nonRetryable(
      `Job ${jobNumber} is over: it isn't made again`,
      'JOB_OVER',
    );
  }
}

/** The files among those used that a refusal of the platform says aren't there. */
function lostFiles(error: unknown, used: ReadonlyMap<string, UploadKey>): readonly UploadKey[] {
  if (!(error instanceof InvalidRequestError || error instanceof NotFoundError)) return [];
  const { message } = error;
  if (!/invalid pk|does not exist|not found/iu.test(message)) return [];
  return [...used].flatMap(([id, key]) => (message.includes(`"${id}"`) ? [key] : []));
}

function filesWereLost(cause: Error): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'UPLOAD_LOST',
    message: `The platform had lost files that were sent before; they were sent again: ${cause.message}`,
    cause,
  });
}
