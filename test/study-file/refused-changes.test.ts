import { describe, expect, it } from 'vitest';
import { parseStudy, refusedChanges } from '../../src/study-file/index.ts';
import type { Study } from '../../src/study/study.ts';

const text = `name: beam
variables:
  - { name: w, type: Design, generator: Uniform, settings: { minvalue: 1, maxvalue: 4 } }
  - { name: load, type: Case, values: [1, 2] }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
  - { name: ok, type: Constraint, expression: y < 3 }
  - { name: best, type: Objective, expression: y, goal: minimize }
design: { method: latin-hypercube, runs: 4, seed: 1 }
job:
  analysis: { code: user_included, version: "0" }
  command: sh model.sh
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  inputFiles: [model.sh]
  templates: [{ template: in.txt.in, as: in.txt }]
execution: { maxFailedRuns: 3 }
findings:
  - { name: Mean of y, value: mean(y) }
`;

function parse(...changes: readonly (readonly [string, string])[]): Study {
  const changed = changes.reduce((now, [from, to]) => {
    expect(now).toContain(from);
    return now.replace(from, to);
  }, text);
  const template = '${w} ${load} ${run}';
  return parseStudy(changed, {
    file: 'study.yaml',
    readFile: () => template,
    fileExists: () => true,
  }).study;
}

describe('what may change of a study when runs of it run again', () => {
  const before = parse();

  it.each<readonly [string, readonly [string, string]]>([
    ['the command', ['sh model.sh', 'bash model.sh --safe']],
    ['environment variables', ['command:', 'envVars: { TOL: "1e-6" }\n  command:']],
    ['files', ['[model.sh]', '[model.sh, mesh.txt]']],
    [
      'a script before the command',
      ['command:', 'preProcess: { script: p.sh, command: sh p.sh }\n  command:'],
    ],
    ['the walltime', ['walltime: 1', 'walltime: 5']],
    ['the limit of a run', ['command:', 'runWalltime: 5m\n  command:']],
    ['where a response is read', ['{ file: out.txt, key: y }', '{ file: log.txt, key: result }']],
    ['whether a response is required', ['key: y } }', 'key: y }, required: false }']],
    ['words for people', ['type: Output,', 'type: Output, label: Deflection, unit: mm,']],
    ['the description', ['name: beam', 'name: beam\ndescription: mended']],
  ])('%s', (_what, change) => {
    expect(refusedChanges(before, parse(change))).toEqual([]);
  });

  it.each<readonly [readonly [string, string], string]>([
    [['name: beam', 'name: bridge'], 'name: the study is known by it'],
    [['maxvalue: 4', 'maxvalue: 5'], 'variables.w: it decides the runs, and they are planned'],
    [['[1, 2]', '[1, 3]'], 'variables.load: it decides the runs, and they are planned'],
    [['seed: 1', 'seed: 2'], 'design.seed: it decides the runs, and they are planned'],
    [['runs: 4', 'runs: 5'], 'design.runs: it decides the runs, and they are planned'],
    [
      ['key: y } }', 'key: y } }\n  - { name: z, type: Output, from: { file: out.txt, key: z } }'],
      'variables: the table of results has its columns already',
    ],
    [
      ['type: Output,', 'type: Output, valueType: integer,'],
      'variables.y: the table of results has its columns already',
    ],
    [['y < 3', 'y < 4'], 'variables.ok: runs that are done were judged by it'],
    [['goal: minimize', 'goal: maximize'], 'variables.best: runs that are done were judged by it'],
    [
      ['slots: 2', 'slots: 4'],
      'job.hardware.slots: only the walltime may be mended; doeflow amend changes the rest for jobs that are made afterwards',
    ],
    [
      ['maxFailedRuns: 3', 'maxFailedRuns: 4'],
      'execution.maxFailedRuns: the study was started with it, for all of its jobs',
    ],
    // Guards by the names that the study file has for them.
    ...['failFast', 'maxConsecutiveFailedRuns'].map(
      (name) =>
        [
          ['maxFailedRuns: 3', `maxFailedRuns: 3, ${name}: 2`],
          `execution.${name}: the study was started with it, for all of its jobs`,
        ] as const,
    ),
    [
      ['maxFailedRuns: 3', 'maxFailedRuns: 3, onLimit: finish'],
      'execution.onLimit: the study was started with it, for all of its jobs',
    ],
    [['mean(y)', 'max(y)'], 'findings: it is computed over all runs, also those that are done'],
  ])('never %s', (change, reason) => {
    expect(refusedChanges(before, parse(change))).toEqual([reason]);
  });

  it('tells all that may not change at once', () => {
    const after = parse(
      ['seed: 1', 'seed: 2'],
      ['slots: 2', 'slots: 4'],
      ['walltime: 1', 'walltime: 2'],
    );
    expect(refusedChanges(before, after).map((line) => line.split(':')[0])).toEqual([
      'design.seed',
      'job.hardware.slots',
    ]);
  });
});
