import { describe, expect, it } from 'vitest';
import { compileRunExpression } from '../../src/expressions/compile-run-expression.ts';
import { cutRest } from '../../src/study/cut-rest.ts';
import { matchFinishedRuns } from '../../src/study/match-finished-runs.ts';
import { planStudy } from '../../src/study/plan-study.ts';
import { differingParts, ownKeyParts, sharedKeyParts } from '../../src/study/run-key-parts.ts';
import type { JobAnalysisSettings, Study } from '../../src/study/study.ts';
import { studyOf } from './plain-study.ts';

const surroundings = { platform: 'local', fileHash: (path: string) => `hash of ${path}` };

const analysis: JobAnalysisSettings = {
  analysis: { code: 'user_included', version: '0' },
  command: 'node beam.mjs ${w}',
  envVars: { MODE: 'fast' },
  preProcess: { script: 'lib/prepare.sh', command: 'sh prepare.sh' },
  inputFiles: [{ file: 'lib/beam.mjs', decompress: true }],
  templates: [{ template: 'beam.json.in', as: 'beam.json' }],
};

function study(change: Partial<Study> = {}, of: Partial<JobAnalysisSettings> = {}): Study {
  const w = { type: 'Param', name: 'w', source: { kind: 'levels', values: [1, 2.5] } } as const;
  const steel = { type: 'Case', name: 'steel', values: ['S235', 'S355'] } as const;
  const plain = studyOf([w, steel]);
  return { ...plain, job: { ...plain.job, analyses: [{ ...analysis, ...of }] }, ...change };
}

const plan = (one: Study) => planStudy(one, { tables: new Map(), compileRunExpression });
const shared = (one: Study) => sharedKeyParts(one, surroundings);

describe('the parts of a run’s key', () => {
  it('are software, commands, environment, contents of files, cores and platform', () => {
    expect(shared(study())).toEqual({
      platform: 'local',
      'core type': 'emerald',
      'cores per slot': '1',
      software: 'user_included 0',
      command: 'node beam.mjs ${w}',
      MPI: 'off',
      'environment variable MODE': 'fast',
      'pre-process command': 'sh prepare.sh',
      'pre-process script prepare.sh': 'hash of lib/prepare.sh',
      'input file beam.mjs': 'hash of lib/beam.mjs',
      'template of beam.json': 'hash of beam.json.in',
    });
  });

  it('don’t tell of names, slots, walltimes, retries and how jobs are cut', () => {
    const one = study();
    const other = study({
      name: 'other',
      description: 'Another one',
      job: {
        ...one.job,
        hardware: { ...one.job.hardware, slots: 9, walltime: 7 },
        runWalltimeSeconds: 5,
      },
      execution: { ...one.execution, runsPerJob: 1, maxConcurrentJobs: 9 },
    });
    expect(differingParts(shared(one), shared(other))).toEqual([]);
  });

  it('name what differs, with both sides', () => {
    const other = study({}, { command: 'node beam.mjs ${w} -v', envVars: {} });
    expect(differingParts(shared(study()), shared(other))).toEqual([
      { part: 'command', here: 'node beam.mjs ${w}', there: 'node beam.mjs ${w} -v' },
      { part: 'environment variable MODE', here: 'fast', there: undefined },
    ]);
    const packed = study({}, { inputFiles: [{ file: 'lib/beam.mjs', decompress: false }] });
    expect(differingParts(shared(study()), shared(packed))).toHaveLength(1);
  });

  it('keep the analyses of a job apart', () => {
    const one = study();
    const twice = { ...one, job: { ...one.job, analyses: [analysis, analysis] } };
    expect(shared(twice)).toMatchObject({
      'analysis 1: command': 'node beam.mjs ${w}',
      'analysis 2: command': 'node beam.mjs ${w}',
    });
  });

  it('have each run’s inputs as it gets them, and no number of the run where nothing uses it', () => {
    const one = study();
    expect([...ownKeyParts(one, plan(one), [1, 4])]).toEqual([
      { run: 1, parts: { 'input w': '1', 'input steel': 'S235' } },
      { run: 4, parts: { 'input w': '2.5', 'input steel': 'S355' } },
    ]);
    expect([...ownKeyParts(one, plan(one), [])]).toEqual([]);
  });

  it('have the seed of a run where its files use that', () => {
    const one = study({ runColumns: ['seed', 'run'] });
    const [first, second] = [...ownKeyParts(one, plan(one), [1, 2])];
    expect(first?.parts).toMatchObject({ 'input run': '1' });
    expect(first?.parts['input seed']).toMatch(/^\d+$/u);
    expect(first?.parts['input seed']).not.toBe(second?.parts['input seed']);
  });
});

describe('finished runs', () => {
  it('stand for planned ones of their key, each for one: the nth for the nth', () => {
    const planned = [1, 2, 3, 4].map((run) => ({ run, key: run === 2 ? 'b' : 'a' }));
    const finished = new Map([
      ['a', ['first', 'second']],
      ['c', ['no such']],
    ]);
    expect(matchFinishedRuns(planned, finished)).toEqual([
      { run: 1, from: 'first' },
      { run: 3, from: 'second' },
    ]);
  });
});

describe('the rest of a plan', () => {
  const one = study({ design: { ...study().design, includeNominalRun: true } });
  const limited = (execution: Partial<Study['execution']>): Study => ({
    ...one,
    execution: { ...one.execution, ...execution },
  });
  const jobsOf = (of: Study, leftOut: readonly number[]) =>
    cutRest(plan(of), of, (run) => leftOut.includes(run)).jobs.map((job) =>
      'runs' in job ? job.runs : [job.firstRun, job.lastRun],
    );

  it('is the plan itself where nothing is left out', () => {
    expect(cutRest(plan(one), one, () => false)).toEqual({
      ...plan(one),
      block: expect.anything(),
    });
  });

  it('has the other runs in their order, as many to a job as the study says', () => {
    expect(jobsOf(one, [2])).toEqual([[0, 1, 3, 4]]);
    expect(jobsOf(limited({ runsPerJob: 2 }), [2])).toEqual([[0, 1, 3], [4]]);
    expect(jobsOf(limited({ runsPerJob: 2 }), [0])).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('keeps the size of a canary, with the nominal run on top', () => {
    expect(jobsOf(limited({ canary: 1 }), [1])).toEqual([
      [0, 2],
      [3, 4],
    ]);
  });

  it('has no job where nothing is left', () => {
    expect(jobsOf(one, [0, 1, 2, 3, 4])).toEqual([]);
  });
});
