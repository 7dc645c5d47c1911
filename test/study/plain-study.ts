import type { DesignSettings } from '../../src/design/design-settings.ts';
import type { Study, Variable } from '../../src/study/study.ts';

/** A variable that is uniform on 0 to 1. */
export const uniform = (name: string, more: object = {}): Variable => ({
  type: 'Param',
  name,
  source: { kind: 'generator', generator: 'Uniform', settings: { minvalue: 0, maxvalue: 1 } },
  ...more,
});

/** A study of these variables that runs nothing; a full-factorial unless `design` says otherwise. */
export function studyOf(
  variables: readonly Variable[],
  design: Partial<DesignSettings> = {},
  more: Partial<Study> & { runsPerJob?: number } = {},
): Study {
  const { runsPerJob = Number.MAX_SAFE_INTEGER, ...rest } = more;
  return {
    name: 's',
    variables,
    design: {
      method: 'full-factorial',
      seed: 7,
      seedGiven: true,
      includeNominalRun: false,
      replicates: 1,
      ignore: [],
      options: {},
      ...design,
    },
    job: {
      analyses: [],
      hardware: { coreType: 'emerald', coresPerSlot: 1, slots: 1 },
      collect: [],
      fields: {},
    },
    execution: {
      runsPerJob,
      maxConcurrentJobs: 4,
      retries: { platform: 2, timeout: 0, solver: 0, output: 0 },
      maxFailedRuns: { kind: 'count', value: 0 },
      onLimit: 'finish',
      guards: { failFast: 5 },
    },
    findings: [],
    ...rest,
  };
}
