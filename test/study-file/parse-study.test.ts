import { describe, expect, it } from 'vitest';
import { parseStudy } from '../../src/study-file/parse-study.ts';
import { exampleFiles, exampleText, inMemory } from './example.ts';

describe('parseStudy', () => {
  it('reads the documented example', () => {
    const { study, files, tables } = parseStudy(exampleText, inMemory());
    expect(study).toMatchSnapshot();
    expect(files).toEqual([
      { path: 'beam.mjs', role: 'input' },
      { path: 'beam.json.in', role: 'template' },
    ]);
    expect(tables.size).toBe(0);
  });

  it('reads JSON, as JSON is YAML', () => {
    const text = JSON.stringify({
      name: 'tiny',
      variables: [
        { name: 'x', type: 'Param', values: [1, 2] },
        { name: 'y', type: 'Output', from: 'stdout' },
      ],
      job: { analysis: { code: 'a' }, command: 'run ${x}', hardware: { coreType: 'emerald' } },
    });
    const { study } = parseStudy(text, inMemory({}));
    expect(study.design).toMatchObject({ method: 'full-factorial', seed: 1, seedGiven: false });
    expect(study.execution).toEqual({
      runsPerJob: Number.MAX_SAFE_INTEGER,
      maxConcurrentJobs: 4,
      retries: { platform: 2, timeout: 0, solver: 0, output: 0 },
      maxFailedRuns: { kind: 'count', value: 0 },
      onLimit: 'finish',
      guards: { failFast: 5 },
    });
    expect(study.job.hardware).toEqual({ coreType: 'emerald', coresPerSlot: 1, slots: 1 });
  });

  it('takes Case variables of one file as paired columns', () => {
    const text = exampleText.replace(
      'values: [500, 1000]}',
      'caseFile: cases.csv}\n  - {name: wind, type: Case, caseFile: cases.csv}',
    );
    const template = `${exampleFiles['beam.json.in']}\${wind}`;
    const files = {
      ...exampleFiles,
      'beam.json.in': template,
      'cases.csv': '\uFEFFload,wind\r\n500,low\r\n1e3,high\r\n',
    };
    const { study, files: named, tables } = parseStudy(text, inMemory(files));
    expect(study.variables.filter(({ type }) => type === 'Case')).toEqual([
      { name: 'load', type: 'Case', values: [500, 1000], caseFile: 'cases.csv' },
      { name: 'wind', type: 'Case', values: ['low', 'high'], caseFile: 'cases.csv' },
    ]);
    expect(named).toContainEqual({ path: 'cases.csv', role: 'case' });
    expect(tables.get('cases.csv')?.rows).toHaveLength(2);
  });

  it("takes the platform's own spellings of a job", () => {
    const text = `name: own
variables:
  - {name: x, type: Param, values: [1, 2]}
  - {name: y, type: Output, from: postProcess}
job:
  jobanalyses:
    - analysis: {code: one}
      command: ./one
      useMpi: true
      envVars: {THREADS: "4"}
      inputFiles: [one.sh, {file: mesh.zip, decompress: false}]
      templateTasks: [{templateFile: in.txt, processedFilename: out.txt}]
      postProcessScript: post.sh
      postProcessScriptCommand: sh post.sh
      userDefinedLicenseSettings: {featureSets: [{name: a, features: [{name: f, count: 2}]}]}
    - analysis: {code: two, version: "2"}
      command: ./two
  hardware: {coreClass: {code: std}, coresPerSlot: 2, slots: 3}
  projectId: p1
  billingPriorityValue: INSTANT
  resourceFilters: [{filterType: a, selector: b, include: true, caseSensitive: false}]
`;
    const files = { 'one.sh': '', 'mesh.zip': 'PK', 'in.txt': 'x = ${x}', 'post.sh': '' };
    const { study, files: named } = parseStudy(text, inMemory(files));
    expect(study.job).toMatchSnapshot();
    expect(named.map(({ path, role }) => `${role} ${path}`)).toEqual([
      'input one.sh',
      'input mesh.zip',
      'template in.txt',
      'script post.sh',
    ]);
  });

  it.each(['postProcess: {command: grep y out.txt}', 'postProcessScriptCommand: grep y out.txt'])(
    'takes %s, which needs no script',
    (written) => {
      const text = `name: own
variables:
  - {name: x, type: Param, values: [1, 2]}
  - {name: y, type: Output, from: postProcess}
job:
  analysis: {code: one}
  command: ./one \${x} > out.txt
  ${written}
  hardware: {coreType: std, coresPerSlot: 1}
`;
      const { study, files } = parseStudy(text, inMemory({}));
      expect(study.job.analyses[0]?.postProcess).toEqual({ command: 'grep y out.txt' });
      expect(files).toEqual([]);
    },
  );

  it('tells which of run, replicate and seed the templates use', () => {
    const files = {
      ...exampleFiles,
      'beam.json.in': `${exampleFiles['beam.json.in']}\${seed} \${run}`,
    };
    expect(parseStudy(exampleText, inMemory(files)).study.runColumns).toEqual(['run', 'seed']);
    expect(parseStudy(exampleText, inMemory()).study.runColumns).toBeUndefined();
  });

  it.each([
    ['the command', 'beam.mjs beam.json --load ${load}', {}],
    ['an environment variable', 'beam.mjs beam.json', {}, 'L: "${load}"'],
    ['the environment, in the command', 'beam.mjs beam.json --load "$DOEFLOW_VAR_load"', {}],
    [
      'the environment, in an input file',
      'beam.mjs beam.json',
      { 'beam.mjs': 'process.env.DOEFLOW_VAR_load' },
    ],
    [
      'the list of inputs, in an input file',
      'beam.mjs beam.json',
      { 'beam.mjs': "open('doeflow-inputs.txt')" },
    ],
  ])(
    'counts a variable as used by %s, and one from which another is derived',
    (_, command, changed, envVars = '') => {
      const text = exampleText
        .replace(
          '  - {name: stress',
          '  - {name: E2, type: Param, expression: "E * 1.1"}\n  - {name: stress',
        )
        .replace('beam.mjs beam.json', () => command)
        .replace('job:\n', () => `job:\n  envVars: {${envVars}}\n`);
      const files = { ...exampleFiles, ...changed, 'beam.json.in': '${w} ${t} ${grade} ${E2}' };
      expect(() => parseStudy(text, inMemory(files))).not.toThrow();
    },
  );

  it.each([
    ['the command', 'node beam.mjs # $DOEFLOW_VAR_load', {}],
    ['a script that the command holds', "sh -c 'node beam.mjs # $DOEFLOW_VAR_load'", {}],
    ['a script in Python', 'node beam.mjs', { 'm.py': 'x = 1  # DOEFLOW_VAR_load\n' }],
    ['a script for the shell', 'sh m.sh', { 'm.sh': 'node x\n  # $DOEFLOW_VAR_load\n' }],
    ['a script without an ending', 'node beam.mjs', { m: '#!/bin/sh\n# DOEFLOW_VAR_load\n' }],
  ])('counts no variable as used by a comment in %s', (_, command, scripts: object) => {
    const names = Object.keys(scripts).map((name) => `, ${name}`);
    const text = exampleText
      .replace('node beam.mjs beam.json', () => command)
      .replace('[beam.mjs]', `[beam.mjs${names.join('')}]`);
    const files = { ...exampleFiles, ...scripts, 'beam.json.in': '${w} ${t} ${E} ${grade}' };
    expect(() => parseStudy(text, inMemory(files))).toThrow('The variable load reaches no run');
    expect(parseStudy(text, { ...inMemory(files), wasAccepted: true }).warnings).toHaveLength(1);
  });

  it.each([
    ['m.py', 's = """\n  a # DOEFLOW_VAR_load"""\n'],
    ['m.sh', 'cat <<E > b.sh\necho 1 # $DOEFLOW_VAR_load\nE\n'],
    ['m.sh', 'echo "#$DOEFLOW_VAR_load" ${#DOEFLOW_VAR_load}\n'],
    ['m.py', "print('a # ', env['DOEFLOW_VAR_load'])\n"],
    ['m.c', '#define LOAD getenv("DOEFLOW_VAR_load")\n'],
  ])('counts a variable as used where # may begin no comment: %s %s', (name, script) => {
    const text = exampleText.replace('[beam.mjs]', `[beam.mjs, ${name}]`);
    const files = { ...exampleFiles, [name]: script, 'beam.json.in': '${w} ${t} ${E} ${grade}' };
    expect(() => parseStudy(text, inMemory(files))).not.toThrow();
  });
});
