import { describe, expect, it } from 'vitest';
import { costOfUse, estimateUse } from '../../../src/cli/plan/estimate-use.ts';
import { parseStudy, planLoadedStudy } from '../../../src/study-file/index.ts';

/** 10 runs in jobs of 5. */
function planned(hardware: string, further = '', execution = 'runsPerJob: 5') {
  const text = `name: beam
variables:
  - {name: w, type: Design, values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}
  - {name: y, type: Output, from: {file: out.json, pointer: /y}}
job:
  analysis: {code: user_included}
  command: 'solve \${w}'
  hardware: ${hardware}
${further}
execution: {${execution}}
`;
  const file = 'study.yaml';
  const parsed = parseStudy(text, { file, readFile: () => undefined, fileExists: () => false });
  return { study: parsed.study, plan: planLoadedStudy({ ...parsed, file, text }) };
}

const small = '{coreType: emerald, coresPerSlot: 2, slots: 3, walltime: 4}';

describe('what a plan takes', () => {
  it('is at most every slot until the walltime, and its price follows', () => {
    const { study, plan } = planned(small);
    const use = estimateUse(study, plan);
    // 2 jobs x 3 slots x 2 cores, x 4 h
    expect(use).toMatchObject({ cores: 12, coreHours: { low: null, high: 48 }, warnings: [] });
    expect(use.basis.atMost).toBe('2 jobs x 6 cores until the walltime of 4 h');
    expect(use.basis.atLeast).toMatch(/--run-time/);
    expect(costOfUse(use, { amount: 0.5, currency: 'EUR' })).toEqual({
      low: null,
      high: 24,
      currency: 'EUR',
    });
    expect(costOfUse(use, undefined)).toEqual({ low: null, high: null, currency: null });
  });

  it('is at least its runs alone, for the time that one is expected to take', () => {
    const { study, plan } = planned(small);
    const { coreHours, basis } = estimateUse(study, plan, { seconds: 360, from: 'as given' });
    // 10 runs x 0.1 h x 2 cores
    expect(coreHours).toEqual({ low: 2, high: 48 });
    expect(basis.atLeast).toBe('10 runs of 6:00 each (as given), no slot ever idle');
    expect(basis.notCounted).toEqual(['runs that are repeated (execution.retries)']);
  });

  it('counts the cores of jobs that run at the same time only', () => {
    const { study, plan } = planned(small, '', 'runsPerJob: 5, maxConcurrentJobs: 1, retries: 0');
    const { cores, basis } = estimateUse(study, plan);
    expect(cores).toBe(6);
    expect(basis.notCounted).toEqual([]);
  });

  it('is bounded by the time of each run where there is no walltime', () => {
    const { study, plan } = planned('{coreType: emerald, slots: 2}', '  runWalltime: 30m');
    // Each of 2 jobs has 5 runs in 2 slots: 3 rounds x 0.5 h x 2 cores.
    expect(estimateUse(study, plan).coreHours.high).toBe(6);
  });

  it('is that of the cluster, where the study makes one', () => {
    const cluster = 'cluster: {name: beams, slots: 8, walltime: 3}';
    const { study, plan } = planned(small, '', cluster);
    expect(estimateUse(study, plan)).toMatchObject({ cores: 16, coreHours: { high: 48 } });
  });

  it.each([
    ['an existing cluster', small, "cluster: {id: '77'}", /no bound: the cluster 77/],
    ['no walltime at all', '{coreType: emerald}', 'runsPerJob: 5', /no bound: .*neither/],
  ])('has no upper bound with %s', (_what, hardware, execution, because) => {
    const { study, plan } = planned(hardware, '', execution);
    const { coreHours, basis } = estimateUse(study, plan);
    expect(coreHours.high).toBeNull();
    expect(basis.atMost).toMatch(because);
  });

  it('is told where the runs will not fit into the walltime', () => {
    const { study, plan } = planned(small);
    // 5 runs in 3 slots: 2 rounds of 3 h; the walltime bounds the hours all the same.
    const { warnings, coreHours } = estimateUse(study, plan, { seconds: 10_800, from: 'as given' });
    expect(coreHours).toEqual({ low: 48, high: 48 });
    expect(warnings).toEqual([
      'a job of 5 runs in 3 slots needs about 6.0 h, more than its walltime of 4 h: runs will be cut',
    ]);
  });
});

it('is warned of where a run takes longer than its runWalltime', () => {
  const { study, plan } = planned(small);
  const bounded = { ...study, job: { ...study.job, runWalltimeSeconds: 60 } };
  const warningsAt = (seconds: number) =>
    estimateUse(bounded, plan, { seconds, from: 'as given' }).warnings;
  expect(warningsAt(60)).toEqual([]);
  expect(warningsAt(61)).toEqual([
    'a run of 1:01 (as given) takes longer than its runWalltime of 1:00: such runs are ended there, and fail with the reason timeout',
  ]);
});

describe('a plan for a cluster of its own', () => {
  const onCluster = (further = '', runSeconds?: number): readonly string[] => {
    const execution = 'runsPerJob: 5, cluster: {name: beams, slots: 2, walltime: 2}';
    const { study, plan } = planned(
      '{coreType: emerald, coresPerSlot: 1, slots: 4}',
      further,
      execution,
    );
    const expected =
      runSeconds === undefined ? undefined : { seconds: runSeconds, from: 'as given' };
    return estimateUse(study, plan, expected).warnings;
  };

  it('warns of a run that no such cluster can end', () => {
    expect(onCluster('', 3 * 3600)).toEqual([
      'a run needs about 3.0 h, more than the walltime of 2 h of the cluster beams: none can end on such a cluster; give execution.cluster a longer walltime',
    ]);
    expect(onCluster('  runWalltime: 3h')[0]).toContain('a run may take its runWalltime of 3.0 h');
  });

  it('warns of a job that is longer than the walltime', () => {
    expect(onCluster('', 3600)[0]).toMatch(
      /^a job of 5 runs in 2 slots needs about 3.0 h, more than the walltime of 2 h .* 2 times at most/u,
    );
  });

  it('is silent where all fits, or nothing is known', () => {
    expect(onCluster('', 600)).toEqual([]);
    expect(onCluster('  runWalltime: 1h')).toEqual([]);
    expect(onCluster()).toEqual([]);
  });
});
