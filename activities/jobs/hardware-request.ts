/** What of a job's analysis is asked of the platform as the study file has it. */
import type { JobAnalysisRequest } from '../../src/platform-api/index.ts';
import type { JobAnalysisSettings, Study } from '../../src/study/study.ts';

/** The hardware of a study's jobs as the platform is asked for it. */
export function hardwareRequest({ job }: Study, slots: number): JobAnalysisRequest['hardware'] {
  const { coreType, coreClass, coresPerSlot, walltime, type } = job.hardware;
  return {
    ...(coreClass === undefined
      ? { coreType: coreType ?? '' }
      : { coreClass: { code: coreClass } }),
    coresPerSlot,
    slots,
    ...(walltime === undefined ? {} : { walltime }),
    ...(type === undefined ? {} : { type }),
  };
}

/** Fields that go to the platform as the study file has them, but for the environment variables that only the run itself can make. */
export function passedThrough(
  analysis: JobAnalysisSettings,
  ofRun: ReadonlySet<string>,
): Partial<JobAnalysisRequest> {
  const {
    useMpi,
    envVars,
    useRescaleLicense,
    onDemandLicenseSeller,
    userDefinedLicenseSettings,
    flags,
  } = analysis;
  const given = Object.entries({
    useMpi,
    envVars:
      envVars && Object.fromEntries(Object.entries(envVars).filter(([name]) => !ofRun.has(name))),
    useRescaleLicense,
    onDemandLicenseSeller,
    userDefinedLicenseSettings,
    flags,
  }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<JobAnalysisRequest>;
}
