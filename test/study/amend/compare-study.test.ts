import { describe, expect, it } from 'vitest';
import { compareStudy, type StudyDifference } from '../../../src/study/amend/compare-study.ts';
import { parseStudy } from '../../../src/study-file/index.ts';
import { planStudy } from '../../../src/study/plan-study.ts';
import { compileRunExpression } from '../../../src/expressions/compile-run-expression.ts';

const text = `name: beam
variables:
  - { name: x, type: Param, generator: Uniform, settings: { minvalue: 0, maxvalue: 1 } }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
  - { name: ok, type: Constraint, expression: y < 1 }
design: { method: monte-carlo, runs: 20, seed: 1 }
job:
  analysis: { code: user_included, version: "0" }
  command: sh solve.sh \${x}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 4, walltime: 1 }
execution: { runsPerJob: 5 }
`;

function planned(of: string) {
  const { study } = parseStudy(of, {
    file: 'study.yaml',
    readFile: () => '',
    fileExists: () => true,
  });
  return { study, plan: planStudy(study, { tables: new Map(), compileRunExpression }) };
}

function compare(replaced: string, by: string): StudyDifference {
  expect(text).toContain(replaced);
  return compareStudy(planned(text), planned(text.replace(replaced, by)));
}

describe('an amended study', () => {
  it('may add runs that leave those it has as they are', () => {
    const { amended, refused, added } = compare('runs: 20,', 'runs: 20, extend: [4],');
    expect(refused).toEqual([]);
    expect(added).toEqual({ first: 21, last: 24 });
    expect(amended.map(({ kind }) => kind)).toEqual(['runs', 'runs']);
  });

  it('may raise the number of runs where the method keeps the rows', () => {
    expect(compare('runs: 20,', 'runs: 24,').refused.map(({ why }) => why)).toEqual([]);
  });

  it.each([
    ['monte-carlo', 'latin-hypercube', 'design.method: monte-carlo -> latin-hypercube'],
    ['seed: 1', 'seed: 2', 'design.seed: 1 -> 2'],
    ['maxvalue: 1', 'maxvalue: 2', 'variables.x.source.settings.maxvalue: 1 -> 2'],
    ['name: beam', 'name: bar', 'name: beam -> bar'],
    ['runsPerJob: 5', 'runsPerJob: 6', 'execution.runsPerJob: 5 -> 6'],
    ['runs: 20,', 'runs: 16,', 'runs: 20 -> 16'],
    ['{ runsPerJob', '{ canary: 2, runsPerJob', '+ execution.canary: 2'],
  ])('is refused where %s becomes %s, with the reason', (replaced, by, words) => {
    const { refused } = compare(replaced, by);
    expect(refused.map((one) => one.words)).toContain(words);
    expect(refused.every(({ why }) => why.length > 10)).toBe(true);
  });

  it.each([
    ['cluster: {name: beams}', 'cluster: {name: beams, keepWhilePaused: true}'],
    ['cluster: {name: beams}', 'cluster: {name: bars}'],
    ['cluster: {id: c1}, hardware: emerald', 'cluster: {id: c1}, hardware: onyx'],
  ])('is refused where %s becomes %s, and says what to do instead', (one, other) => {
    const [before, after] = [one, other].map((words) => {
      const [cluster = '', coreType = 'emerald'] = words.split(', hardware: ');
      const on = text.replace('{ runsPerJob', `{ ${cluster}, runsPerJob`);
      return planned(on.replace('emerald', coreType));
    });
    const { refused } = compareStudy(before as never, after as never);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.why).toMatch(/stop the study, and start one of another name .*reuse: true/u);
  });

  it.each([
    ['sh solve.sh', 'bash solve.sh', 'how', 'job.command: sh solve.sh ${x} -> bash solve.sh ${x}'],
    ['walltime: 1', 'walltime: 2', 'how', 'job.hardware.walltime: 1 -> 2'],
    ['slots: 4', 'slots: 8', 'hardware', 'job.hardware.slots: 4 -> 8'],
    ['emerald', 'onyx', 'hardware', 'job.hardware.coreType: emerald -> onyx'],
    ['key: y', 'key: z', 'outputs', 'variables.y.source.key: y -> z'],
    [
      '{ name: y, type: Output,',
      '{ name: y, type: Output, unit: mm,',
      'words',
      '+ variables.y.unit: mm',
    ],
    ['{ name: x,', '{ name: x, label: width,', 'words', '+ variables.x.label: width'],
    ['y < 1', 'y < 2', 'outputs', 'variables.ok.expression: y < 1 -> y < 2'],
    [
      '{ runsPerJob: 5',
      '{ maxCost: 9, runsPerJob: 5',
      'limits',
      '+ execution.maxCost: {"amount":9}',
    ],
    [
      '{ runsPerJob: 5',
      '{ maxConcurrentJobs: 7, runsPerJob: 5',
      'concurrency',
      'execution.maxConcurrentJobs: 4 -> 7',
    ],
    [
      'job:',
      'statistics: { confidence: 0.9 }\njob:',
      'findings',
      '+ statistics: {"confidence":0.9}',
    ],
  ])('may have %s become %s', (replaced, by, kind, words) => {
    const { amended, refused, added } = compare(replaced, by);
    expect({ amended, refused, added }).toEqual({
      amended: [{ kind, words }],
      refused: [],
      added: undefined,
    });
  });

  it.each([
    ['{name: beams, slots: 2}', '{name: beams, slots: 8}', 'execution.cluster.slots: 2 -> 8'],
    ['{name: beams}', '{name: beams, walltime: 4}', '+ execution.cluster.walltime: 4'],
    ['{name: beams}, # emerald', '{name: beams}, # onyx', 'job.hardware.coreType: emerald -> onyx'],
  ])('may have a cluster of its own %s become %s', (one, other, words) => {
    const [before, after] = [one, other].map((of) => {
      const [cluster = '', coreType = 'emerald'] = of.split(', # ');
      const on = text.replace('{ runsPerJob', `{ cluster: ${cluster}, runsPerJob`);
      return planned(on.replace('emerald', coreType));
    });
    const { amended, refused } = compareStudy(before as never, after as never);
    expect({ amended, refused }).toEqual({ amended: [{ kind: 'hardware', words }], refused: [] });
  });

  it('is the same where only its words of the file differ', () => {
    expect(compare('name: beam', 'name: beam # a remark')).toEqual({ amended: [], refused: [] });
  });
});
