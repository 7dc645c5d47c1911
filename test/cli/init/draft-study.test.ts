import { describe, expect, it } from 'vitest';
import { looksLikeDakota, parseDakota } from '../../../src/cli/init/dakota/parse-dakota.ts';
import { draftFromDakota } from '../../../src/cli/init/from-dakota.ts';
import {
  draftFromCommand,
  draftFromPoints,
  draftFromTemplate,
} from '../../../src/cli/init/from-own-files.ts';
import { draftFiles } from '../../../src/cli/init/study-draft.ts';
import { schemaFileName, schemaLine, studyJsonSchema } from '../../../src/study-file/index.ts';
import { context, dakota, read, sourceOf } from './read-draft.ts';

it('a drafted study begins with the link to the schema that is written beside it', () => {
  const { text } = dakota('uniform_uncertain 1 lower_bounds 0 upper_bounds 1');
  expect(text.split('\n')[0]).toBe(schemaLine);
  expect(schemaLine).toContain(`./${schemaFileName}`);
  const files = draftFiles(draftFromCommand('sh solve.sh {x}', context()));
  expect(JSON.parse(files[schemaFileName] ?? '')).toEqual(studyJsonSchema());
});

it('a drafted command says which of its names are left to the shell, and how they become places', () => {
  const draft = draftFromCommand('cmd ${x} $y $HOME "$y" ${LD}', context());
  const said = draft.toFillIn.filter((one) => one.includes('left to the shell'));
  expect(said).toEqual([expect.stringMatching(/^\$y in the command.*repeat.*\$\{y\}.*envVars/u)]);
  expect(draftFromCommand('y=3; cmd ${x} $y', context()).toFillIn.join('\n')).not.toContain('$y');
});

const dakotaOf = (driver: string, responses = 'response_functions 1'): string =>
  `method sampling samples 2\nvariables uniform_uncertain 1 lower_bounds 0 upper_bounds 1 descriptors 'x'
interface fork analysis_drivers ${driver}\nresponses ${responses} no_gradients no_hessians`;

describe('a Dakota input', () => {
  it('takes a step in percent of where it begins', () => {
    const { study, text } = dakota(
      'continuous_design 2 initial_point 4 0 lower_bounds 0 -9 upper_bounds 9 9',
      'centered_parameter_study percent_delta 25 deltas_per_variable 2',
    );
    expect(study.design).toMatchObject({ method: 'centered', options: { steps: 2 } });
    expect(text).toContain('step: {cdv_1: 1, cdv_2: 1}');
    expect(text).toContain('percent_delta = 25 is no step from 0');
  });

  it('says that folders of evaluations are not carried over', () => {
    const { text } = dakota(
      'uniform_uncertain 1 lower_bounds 0 upper_bounds 1',
      undefined,
      "work_directory named 'wd' directory_tag file_save",
    );
    expect(text).toMatch(/Not carried over:[^]*work_directory, named, directory_tag, file_save/u);
  });

  it('is read with comments, quotes, repetitions, ranges and commas', () => {
    const [block] = parseDakota(
      'method, # why\n sampling samples=2 list_of_points 2*0.5 0:2:4 -1.e-3 "a b" \'c\'',
    );
    expect(block?.keywords.map(({ word, values }) => [word, values])).toEqual([
      ['sampling', []],
      ['samples', [2]],
      ['list_of_points', [0.5, 0.5, 0, 2, 4, -0.001, 'a b', 'c']],
    ]);
    expect(() => parseDakota('method\n sampling\n samples = "2')).toThrow(/line 3/);
  });

  it('is told from a template', () => {
    expect(looksLikeDakota('VARIABLES\n x\ninterface,\n responses')).toBe(true);
    expect(looksLikeDakota('width = ${w} # variables interface responses')).toBe(false);
    expect(looksLikeDakota('variables: a b\nmethod = ${w}')).toBe(false);
    expect(looksLikeDakota('model ${w}\nmethod explicit')).toBe(false);
  });

  it('of a grid gives the same points, and says that its driver is no program', () => {
    const text = `environment
  tabular_data tabular_data_file = 'grid.dat'
method
  multidim_parameter_study partitions = 8 4
model
  single
variables
  continuous_design = 2
    lower_bounds -2.0 -2.0
    upper_bounds 2.0 2.0
    descriptors 'x1' "x2"
interface
  analysis_drivers = 'rosenbrock' direct
responses
  objective_functions = 1
  no_gradients no_hessians
`;
    const draft = draftFromDakota(text, 'grid.in', context());
    const { study, plan } = read(draft);
    expect(plan.runCount).toBe(45);
    expect(plan.block(0, 2).columns.map((column) => [...column])).toEqual([
      [-2, -1.5],
      [-2, -2],
    ]);
    expect(study.variables.at(-1)).toMatchObject({ name: 'obj_fn_1', type: 'Objective' });
    expect(draft.notCarriedOver).toEqual([]);
    expect(draft.toFillIn).toEqual([expect.stringContaining('linked into Dakota')]);
  });

  it.each([
    [
      'normal_uncertain = 1 means 5 std_deviations 2 lower_bounds -inf upper_bounds 9',
      { generator: 'Normal', settings: { mean: 5, stddev: 2, maxvalue: 9 } },
    ],
    [
      'lognormal_uncertain 1 lambdas 1 zetas 0.2',
      { generator: 'LogNormal', settings: { mu: 1, sigma: 0.2 } },
    ],
    [
      'triangular_uncertain 1 modes 2 lower_bounds 1 upper_bounds 4',
      { generator: 'Triangular', settings: { minvalue: 1, mode: 2, maxvalue: 4 } },
    ],
    [
      'beta_uncertain 1 alphas 2 betas 3 lower_bounds 0 upper_bounds 5',
      { generator: 'Beta', settings: { alpha: 2, beta: 3, minvalue: 0, maxvalue: 5 } },
    ],
    [
      'gumbel_uncertain 1 alphas 2 betas 7',
      { generator: 'Gumbel', settings: { location: 7, scale: 0.5 } },
    ],
    [
      'weibull_uncertain 1 alphas 2 betas 3',
      { generator: 'Weibull', settings: { shape: 2, scale: 3 } },
    ],
    [
      'gamma_uncertain 1 alphas 2 betas 3',
      { generator: 'Gamma', settings: { shape: 2, scale: 3 } },
    ],
    [
      // Densities 1 and 0.5 over widths 0.5 and 1.
      'histogram_bin_uncertain 1 pairs_per_variable 3 abscissas 0 0.5 1.5 ordinates 1 0.5 0',
      { generator: 'Histogram', settings: { edges: [0, 0.5, 1.5], counts: [0.5, 0.5] } },
    ],
    [
      'discrete_design_set integer = 1 elements_per_variable 3 elements 2 4 8',
      { kind: 'levels', values: [2, 4, 8] },
    ],
  ])('has %s as it is', (variables, source) => {
    expect(sourceOf(dakota(variables, 'sampling sample_type random samples 2'))).toMatchObject(
      source,
    );
  });

  it('has a log-uniform variable as a function of a uniform one', () => {
    const { study, plan } = dakota(
      "loguniform_uncertain 1 lower_bounds 0.01 upper_bounds 1 descriptors 'tol'",
    );
    expect(study.variables.map(({ name }) => name)).toEqual(['tol_log', 'tol', 'f']);
    const values = [...(plan.block(0, 20).columns[1] ?? [])].map(Number);
    expect(values.every((value) => value >= 0.01 && value <= 1)).toBe(true);
    expect(values.filter((value) => value < 0.1)).toHaveLength(10);
  });

  it.each([
    ['sampling sample_type random samples 30', { method: 'monte-carlo', runs: 30 }, 30],
    ['sampling samples 30', { method: 'latin-hypercube', runs: 30 }, 30],
    ['psuade_moat samples 12 partitions 3 seed 5', { method: 'morris', seed: 5 }, 12],
    ['fsu_quasi_mc halton samples 16', { method: 'halton', runs: 16 }, 16],
    ['dace central_composite', { method: 'central-composite' }, undefined],
    ['dace box_behnken', { method: 'box-behnken' }, undefined],
    ['vector_parameter_study final_point 1 1 1 num_steps 4', { method: 'vector' }, 5],
    [
      'centered_parameter_study step_vector 0.1 0.1 0.1 steps_per_variable 2',
      { method: 'centered' },
      13,
    ],
    ['list_parameter_study list_of_points 1 2 3 4 5 6', { method: 'table' }, 2],
  ])('by %s', (method, design, runs) => {
    const { study, plan } = dakota(
      "continuous_design = 3 initial_point 0.5 0.5 0.5 lower_bounds 3*-2. upper_bounds 3*2. descriptors 'a' 'b' 'c'",
      method,
    );
    expect(study.design).toMatchObject(design);
    if (runs !== undefined) expect(plan.runCount).toBe(runs);
  });

  it('writes the file that the driver reads, and starts the driver as Dakota does', () => {
    const files = { 'driver.sh': '' };
    const text = `method sampling samples 2
variables uniform_uncertain 2 lower_bounds 0 0 upper_bounds 1 1 descriptors 'x' 'run'
interface fork analysis_drivers 'driver.sh' parameters_file 'p.in' results_file 'r.out' asynchronous evaluation_concurrency 6
responses response_functions 2 descriptors 'f' 'g' no_gradients no_hessians`;
    const draft = draftFromDakota(text, 'a.in', context(files));
    const { study } = read(draft, files);
    expect(study.job.analyses[0]).toMatchObject({
      command: 'sh driver.sh p.in r.out',
      inputFiles: [{ file: 'driver.sh' }],
    });
    expect(study.job.hardware.slots).toBe(6);
    // `run` is a column of the results: the variable has another name, the driver's file doesn't.
    expect(draft.files?.['p.in.in']).toMatch(/2 variables\n +\$\{x\} x\n +\$\{run_value\} run\n/);
    expect([2, 3].map((index) => sourceOf({ study }, index))).toEqual([
      { kind: 'value', file: 'r.out', value: 1, tag: 'f' },
      { kind: 'value', file: 'r.out', value: 2, tag: 'g' },
    ]);
  });

  it('has no word behind a value that only Dakota would make up', () => {
    const text = dakotaOf("'d'", 'response_functions 2');
    expect(sourceOf(read(draftFromDakota(text, 'a.in', context())), 2)).toEqual({
      ...{ kind: 'value', file: 'results.out', value: 2 },
    });
  });

  it.each([
    ["'sh driver.sh'", 'sh driver.sh', ['driver.sh']],
    ["'sh ./sub/driver.sh'", 'sh driver.sh', ['./sub/driver.sh']],
    ["'python3 -u solve.py conf.json'", 'python3 -u solve.py conf.json', ['solve.py', 'conf.json']],
    ["'./solve.py'", 'python3 solve.py', ['./solve.py']],
    ["'./solver'", 'chmod +x solver && ./solver', ['./solver']],
    ["'bash absent.sh'", 'bash absent.sh', []],
    ["'absent.sh'", 'sh absent.sh', []],
  ])(
    'starts the driver %s with its interpreter, and brings the files beside',
    (driver, start, brought) => {
      const files = Object.fromEntries(
        ['driver.sh', './sub/driver.sh', 'solve.py', './solve.py', './solver', 'conf.json'].map(
          (name) => [name, ''],
        ),
      );
      const draft = draftFromDakota(dakotaOf(driver), 'a.in', context(files));
      expect(draft.job['command']).toBe(`${start} params.in results.out`);
      expect(draft.job['inputFiles'] ?? []).toEqual(brought);
      expect(draft.toFillIn.some((one) => one.startsWith('inputFiles'))).toBe(brought.length === 0);
    },
  );

  it('without an interface or responses is one too, and says what is missing', () => {
    const text =
      "method\n sampling samples 4\nvariables\n uniform_uncertain 1 lower_bounds 0 upper_bounds 1 descriptors 'x'\n";
    expect(looksLikeDakota(text)).toBe(true);
    expect(looksLikeDakota(text.slice(text.indexOf('variables')))).toBe(true);
    const draft = draftFromDakota(text, 'a.in', context());
    expect(read(draft).text).toContain('{file: results.out, value: 1}');
    expect(draft.toFillIn).toEqual([
      'the command: there is no driver, as the file has no block `interface`',
      'at least one output: there are no responses, as the file has no block `responses`',
    ]);
  });

  it('says everything that it does not carry over', () => {
    const { text } = dakota(
      'poisson_uncertain 1 lambdas 3\n linear_inequality_constraint_matrix 1 1',
      'polynomial_chaos quadrature_order 3',
      'failure_capture retry 5',
    );
    for (const said of [
      /polynomial_chaos is no design; a Latin hypercube stands for it/,
      /quadrature_order = 3/,
      /retry = 5/,
      /linear_inequality_constraint_matrix = 1 1/,
      /fill in: this stands for poisson_uncertain .*lambdas = 3/,
    ]) {
      expect(text).toMatch(said);
    }
  });

  it('holds the design variables while it samples uncertain ones', () => {
    const both =
      "continuous_design 1 initial_point 2 lower_bounds 0 upper_bounds 4 descriptors 'd'\n uniform_uncertain 1 lower_bounds 0 upper_bounds 1 descriptors 'u'";
    expect(sourceOf(dakota(both))).toEqual({ kind: 'levels', values: [2] });
    expect(sourceOf(dakota(`active all\n ${both}`))).toMatchObject({ generator: 'Uniform' });
  });
});

describe('a study of what an engineer has', () => {
  it('a command: its variables, the files it names, and what to fill in', () => {
    const files = { 'solve.sh': '' };
    const draft = draftFromCommand('sh solve.sh {x} ${y} > ${HOME}/log', context(files));
    const { study } = read(draft, files);
    expect(study.job.analyses[0]).toMatchObject({
      command: 'sh solve.sh ${x} ${y} > ${HOME}/log',
      inputFiles: [{ file: 'solve.sh' }],
    });
    expect(sourceOf({ study })).toMatchObject({
      settings: { minvalue: 1, maxvalue: 4 },
    });
    expect(draft.toFillIn[0]).toBe('the range of y');
    expect(draftFromCommand('sh solve.sh {x}', context()).toFillIn[0]).toContain(
      'solve.sh, which is not here: put it beside study.yaml, and write inputFiles: [solve.sh]',
    );
    expect(() => draftFromCommand('sh solve.sh', context())).toThrow(/no place for a value/);
  });

  it('a template: its places; one with braces only is copied with dollars', () => {
    const own = draftFromTemplate('a ${w?string("0.0")} {b}', 'in.txt.in', context());
    expect(read(own, { 'in.txt.in': 'a ${w?string("0.0")} {b}' }).plan.columns).toEqual(['w']);
    const braces = draftFromTemplate('a = {a}\n', 'in.txt', context());
    expect(braces.files).toEqual({ 'in.txt.in': 'a = ${a}\n' });
    expect(read(braces).study.job.analyses[0]?.templates).toEqual([
      { template: 'in.txt.in', as: 'in.txt' },
    ]);
  });

  it('a CSV: its columns as variables, its rows as runs, its ranges as remarks', () => {
    const csv = 'x,grade,run\n1,S235,7\n3,S355,8\n';
    const { plan, text } = read(draftFromPoints(csv, 'points.csv', context()), {
      'points.csv': csv,
    });
    expect([plan.runCount, plan.columns]).toEqual([2, ['x', 'grade']]);
    expect(text).toMatch(/name: x, .*# 1 to 3\n/);
    expect(text).toMatch(/# - the column "run", whose name no variable can have/);
  });
});
