import { ApplicationFailure } from '@temporalio/common';
import {
  AuthenticationError,
  PlatformError,
  type PlatformClient,
} from '../src/platform-api/index.ts';
import { takenOverCode } from '../src/run/cures.ts';
import type { Store, TakeOver } from '../src/store/index.ts';
import { markCommand, markName } from '../src/take-over/index.ts';
import { hardwareRequest, passedThrough } from './jobs/hardware-request.ts';
import type { StudyCache } from './study-cache.ts';

/**
 * Saves the mark of a take-over on the platform: a job that is never submitted, made of what the study's own jobs are made of, which the platform
 * takes. A further one, where an answer was lost, says the same.
 * @throws ApplicationFailure TAKEN_OVER, retried, where the platform refuses it
 */
export async function makeMark(
  {
    store,
    platform,
    studyCache,
  }: { readonly store: Store; readonly platform: PlatformClient; readonly studyCache: StudyCache },
  own: TakeOver,
  studyId: string,
): Promise<void> {
  const { study } = await studyCache.get(studyId);
  const [first] = study.job.analyses;
  if (first === undefined) return;
  const analysis = {
    ...{ analysis: first.analysis, command: markCommand(own) },
    hardware: hardwareRequest(study, study.job.hardware.slots),
    ...passedThrough(first, new Set(Object.keys(first.envVars ?? {}))),
  };
  try {
    await platform.jobs.create({
      ...study.job.fields,
      ...{ name: markName(await store.engineId()), jobanalyses: [analysis] },
      ...{ jobvariables: [], paramFile: null, caseFile: null, includeNominalRun: false },
    });
  } catch (error) {
    const isRefusal = error instanceof PlatformError && !error.retryable;
    if (!isRefusal || error instanceof AuthenticationError) throw error;
    throw ApplicationFailure.create({
      type: takenOverCode,
      message: `The platform refuses the mark of this home’s take-over, a saved job by which another home would know of it: ${error.message}. Nothing is submitted without it`,
    });
  }
}
