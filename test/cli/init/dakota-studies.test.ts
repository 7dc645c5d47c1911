import { describe, expect, it } from 'vitest';
import { context, dakota, read, sourceOf } from './read-draft.ts';
import { draftFromDakota } from '../../../src/cli/init/from-dakota.ts';

const mixed = `continuous_design 1 lower_bounds 0 upper_bounds 1 descriptors 'd'
 discrete_design_range 1 lower_bounds 1 upper_bounds 10 descriptors 'r'
 discrete_design_set real 1 elements 3.5 2.5 1.5 4.5 5.5 descriptors 'q'`;

const withState = `continuous_design 2 initial_point 0.1 0.2 lower_bounds 0 0 upper_bounds 1 1 descriptors 'd' 'e'
 continuous_state 1 initial_state 3.5 lower_bounds 1 upper_bounds 5 descriptors 's'`;

describe('a grid of Dakota', () => {
  it('has the parts of each variable, discrete ones too', () => {
    const { study, plan, text } = dakota(mixed, 'multidim_parameter_study partitions 2 3 2');
    expect(plan.runCount).toBe(3 * 4 * 3);
    expect(sourceOf({ study }, 1)).toMatchObject({ settings: { increment: 3 } });
    expect(sourceOf({ study }, 2)).toMatchObject({ values: [1.5, 3.5, 5.5] });
    expect(text).not.toContain('Not carried over');
  });

  it('says which parts are no whole steps', () => {
    const { plan, text } = dakota(mixed, 'multidim_parameter_study partitions 2 4 3');
    expect(plan.runCount).toBe(3 * 10 * 5);
    expect(text).toMatch(/partitions = 4 don't divide 1 to 10 of r evenly: all are taken/);
    expect(text).toMatch(/partitions = 3 don't divide the 5 values of q evenly/);
  });

  it('takes three deviations to both sides where a variable has no bounds', () => {
    const { plan } = dakota(
      'normal_uncertain 1 means 5 std_deviations 2',
      'multidim_parameter_study partitions 2',
    );
    expect([...(plan.block(0, 3).columns[0] ?? [])]).toEqual([-1, 5, 11]);
  });

  it('keeps the initial value of a variable without parts', () => {
    const { plan, text } = dakota(withState, 'multidim_parameter_study partitions 2 2');
    expect(plan.runCount).toBe(9);
    expect(text).toContain('partitions has 2 numbers for 3 variables');
    expect(text).toMatch(/name: s, .*values: \[3.5\]/);
  });
});

describe('variables that a method of Dakota varies', () => {
  it('are the design variables, or what the file says is active', () => {
    expect(sourceOf(dakota(withState), 2)).toEqual({ kind: 'levels', values: [3.5] });
    expect(sourceOf(dakota(`active all\n ${withState}`), 2)).toMatchObject({
      settings: { minvalue: 1, maxvalue: 5 },
    });
    const ofState = dakota(`active state\n ${withState}`);
    expect(sourceOf(ofState, 0)).toEqual({ kind: 'levels', values: [0.1] });
    expect(sourceOf(ofState, 2)).toMatchObject({ generator: 'Uniform' });
  });

  it('are in the order of the kinds, which is that of the points', () => {
    const { text } = dakota(
      "normal_uncertain 1 means 1 std_deviations 1 descriptors 'n'\n continuous_design 1 lower_bounds 0 upper_bounds 1 descriptors 'd'",
      'list_parameter_study list_of_points 0.5 7',
    );
    expect(text).toMatch(/name: d,[^]*name: "n"/);
  });

  it('may be sets of several types, with probabilities of the elements', () => {
    const { study, text } = dakota(
      `normal_uncertain 1 means 1 std_deviations 1 descriptors 'm'
 discrete_uncertain_set
   integer 1 elements 1 2 descriptors 'i'
   string 1 elements_per_variable 3 elements 'a' 'b' 'c' set_probabilities 0.2 0.3 0.5 descriptors 't'`,
    );
    expect(study.variables.map(({ name }) => name)).toEqual(['m', 'i', 't', 'f']);
    expect(sourceOf({ study }, 2)).toMatchObject({
      values: ['a', 'b', 'c'],
      weights: [0.2, 0.3, 0.5],
    });
    expect(text).not.toContain('Not carried over');
  });

  it('of a kind that is not known are said with their line, and are no part of another one', () => {
    const { study, text } = dakota(
      "uniform_uncertain 1 lower_bounds 0 upper_bounds 1 descriptors 'u'\n odd_uncertain 1 lower_bounds 5 descriptors 'o'",
    );
    expect(study.variables.map(({ name }) => name)).toEqual(['u', 'f']);
    expect(text).toContain('the variables of odd_uncertain are not understood (line 5)');
  });
});

it.each([
  ['means 1 2 3 std_deviations 1 1', 'means has 3 values, not 2, one for each variable (line 5)'],
  ["means 1 2 std_deviations 1 1 descriptors 'a'", 'descriptors has 1 value, not 2'],
  [
    'means 1 2 std_deviations 1 1\n uncertain_correlation_matrix 1 0.5 0.5',
    'uncertain_correlation_matrix has 3 values, not 4',
  ],
])('says that a list has another length than there are variables: %s', (words, said) => {
  expect(dakota(`normal_uncertain 2\n ${words}`).text).toContain(said);
});

it('correlates the variable that has the source of another one', () => {
  const { study } = dakota(
    `normal_uncertain 1 means 1 std_deviations 1 descriptors 'n'
 loguniform_uncertain 1 lower_bounds 1 upper_bounds 9 descriptors 'l'
 uncertain_correlation_matrix 1 0.5 0.5 1`,
  );
  expect(JSON.stringify(study.design)).toContain('["n","l_log",0.5]');
});

describe('a line of Dakota', () => {
  it('leaves out a state variable that stays', () => {
    const { text, plan } = dakota(
      withState,
      'vector_parameter_study step_vector 0.1 0.3 0 num_steps 3',
    );
    expect(text).toContain('from: {d: 0.1, e: 0.2}, to: {d: 0.4, e: 1.1}');
    expect(plan.runCount).toBe(4);
  });

  it('moves a state variable, and a set by its elements', () => {
    const { plan } = dakota(
      `discrete_design_set integer 1 elements 2 4 8 initial_point 2 descriptors 'q'
 continuous_state 1 initial_state 3.5 descriptors 's'`,
      'vector_parameter_study step_vector 1 0.5 num_steps 2',
    );
    expect(plan.block(0, 3).columns.map((column) => [...column])).toEqual([
      [2, 4, 8],
      [3.5, 4, 4.5],
    ]);
  });
});

it('has the steps around a centre as they are written', () => {
  const { text } = dakota(
    withState,
    'centered_parameter_study step_vector 0.1 0.2 0.1 steps_per_variable 3',
  );
  expect(text).toContain('step: {d: 0.1, e: 0.2, s: 0.1}');
  expect(text).not.toMatch(/\d\.\d{12}/);
});

describe('a file of points', () => {
  const two = "continuous_design 2 descriptors 'a' 'b'";
  const row = '0.30000000000000004 1e-5';
  it.each([
    ['annotated', `%eval_id interface a b f\n1 NO_ID ${row} 6\n`],
    ['', `%eval_id interface b a\n1 NO_ID ${row.split(' ').toReversed().join(' ')}\n`],
    ['custom_annotated header eval_id', `%eval_id a b\n1 ${row}\n`],
    ['freeform', `${row}\n`],
  ])('is read as it is: %s', (format, text) => {
    const files = { 'pts.dat': text };
    const method = `list_parameter_study import_points_file 'pts.dat' ${format}`;
    const { plan } = dakota(two, method, '', files);
    expect(plan.block(0, 1).columns.map((column) => [...column])).toEqual([
      [0.30000000000000004],
      [1e-5],
    ]);
  });

  it('that is not there is asked for, and no point is made up', () => {
    const text = `method list_parameter_study import_points_file 'pts.dat'
variables ${two}\ninterface fork analysis_driver 'd'\nresponses response_functions 1`;
    const draft = draftFromDakota(text, 'a.in', context());
    expect(draft.files).not.toHaveProperty('points.csv');
    expect(draft.toFillIn).toContain(
      'points.csv: a line of names (a,b), then a line for each row of pts.dat',
    );
    expect(() => read(draft)).toThrow(/points.csv.* doesn't exist/);
  });

  it('that has no value for a variable is refused at its line', () => {
    const files = { 'pts.dat': `%eval_id interface a b\n1 NO_ID ${row}\n2 NO_ID 1\n` };
    expect(() =>
      dakota(two, "list_parameter_study import_points_file 'pts.dat'", '', files),
    ).toThrow(/pts.dat:3: .*got 3 values/);
  });
});

describe('a driver of Dakota', () => {
  const commandOf = (interfaceBlock: string, files: Readonly<Record<string, string>> = {}) => {
    const text = `method sampling samples 9\nvariables uniform_uncertain 1 lower_bounds 0 upper_bounds 1 descriptors 'u'
interface ${interfaceBlock}\nresponses response_functions 1 descriptors 'f'\n no_gradients no_hessians\n`;
    return read(draftFromDakota(text, 'study.in', context(files)), files).study.job.analyses[0]
      ?.command;
  };

  it.each([
    ["analysis_drivers 'sim {PARAMETERS} -o {RESULTS}'", 'sim params.in -o results.out'],
    ["analysis_drivers 'sim --in={PARAMETERS}' parameters_file 'p.txt'", 'sim --in=p.txt'],
    ["analysis_drivers 'sim -q' results_file 'r.txt'", 'sim -q params.in r.txt'],
    ["analysis_drivers 'sim -q' verbatim", 'sim -q'],
    ["analysis_drivers 'python3 sim.py {RESULTS}'", 'python3 sim.py results.out'],
  ])('gets the files where it has a place for them: %s', (block, command) => {
    expect(commandOf(block, { 'sim.py': '' })).toBe(command);
  });
});

describe('several blocks of one kind', () => {
  const rest = (
    id: string,
  ): string => `variables id_variables 'v${id}' uniform_uncertain 1 lower_bounds 0 upper_bounds ${id} descriptors 'u${id}'
interface id_interface 'i${id}' analysis_drivers 'driver${id}'
responses id_responses 'r${id}' response_functions 1 descriptors 'f${id}' no_gradients no_hessians
model id_model 'm${id}' single variables_pointer 'v${id}' interface_pointer 'i${id}' responses_pointer 'r${id}'
method id_method 'M${id}' model_pointer 'm${id}' sampling samples ${id}0
`;
  const drafted = (head: string, tail = '') =>
    read(draftFromDakota(`${head}${rest('1')}${rest('2')}${tail}`, 'study.in', context()));

  it.each([
    ["environment top_method_pointer 'M1'\n", '1'],
    ["environment method_pointer 'M2'\n", '2'],
    ['', '2'],
  ])('are those that the top method points to: %s', (head, id) => {
    const { study, plan, text } = drafted(head);
    expect(plan.runCount).toBe(Number(`${id}0`));
    expect(study.variables.map(({ name }) => name)).toEqual([`u${id}`, `f${id}`]);
    expect(study.job.analyses[0]?.command).toBe(`driver${id} params.in results.out`);
    expect(text).toContain('a further method: id_method model_pointer sampling samples');
    expect(text).not.toMatch(/_pointer = /);
  });

  it('says that a pointer leads nowhere', () => {
    const { text } = drafted("environment top_method_pointer 'M7'\n");
    expect(text).toContain("top_method_pointer = 'M7': there is no such method");
  });
});
