/** Broken study files: a change to the example, and what is printed of it. */

/** One broken study file; the case's title is what a person might have thought. */
export interface BrokenStudy {
  readonly title: string;
  /** Replaced in the example, first occurrence; empty: `to` is the whole file. */
  readonly from: string;
  readonly to: string;
  /** Each finding: line:column, cause, and next step. */
  readonly says: readonly (readonly [place: string, cause: string, next: string])[];
}

const uniform = 'generator: Uniform, settings: {minvalue: 1, maxvalue: 4}';
const hardware = 'hardware: {coreType: emerald, coresPerSlot: 1, slots: 4, walltime: 1}';

/** Slips of YAML, which hide nothing of the rest. */
const besideSlips: readonly BrokenStudy[] = [
  {
    title: 'a decimal comma, and more',
    from: 'minvalue: 1, maxvalue: 4}, unit: in, label: width}',
    to: 'minvalue: 0,5, maxvalue: 4}, unit: in, lable: width}',
    says: [
      ['4:70', 'Expected a decimal point, got the comma of `0,5`', 'write 0.5'],
      ['4:99', 'got `lable`', 'did you mean `label`?'],
    ],
  },
  {
    title: 'a decimal comma before a prefix, and a binary one',
    from: 'minvalue: 1, maxvalue: 4}, unit: in, label: width}',
    to: 'minvalue: 2,5k, maxvalue: 10 Mi}, unit: in, label: width}',
    says: [
      ['4:70', 'Expected a decimal point, got the comma of `2,5k`', 'write 2500'],
      ['4:86', 'got the text "10 Mi"', 'write 10485760'],
    ],
  },
  {
    title: 'a key twice, and more',
    from: 'name: beam-load ',
    to: 'name: beam-load\nnmae: x\nname: beam ',
    says: [
      ['2:1', 'Expected a known field, got `nmae`', 'did you mean `name`?'],
      ['3:1', 'The key `name` appears twice', 'remove one of the two'],
    ],
  },
  {
    title: 'no space behind a colon, hexadecimal digits and a large seed',
    from: 'runs: 200, seed: 42,',
    to: 'runs:0x10, seed: 9007199254740993, runns: 3,',
    says: [
      ['13:35', 'Expected a space after the colon of `runs`', 'write `runs: 0x10`'],
      ['13:52', 'at most 9007199254740991', 'write a seed of 0 .. 9007199254740991'],
      ['13:70', 'got `runns`', 'runs'],
    ],
  },
  {
    title: 'not a number',
    from: '{mean: 2.9e7,',
    to: '{mean: .nan,',
    says: [['6:64', 'got one that is none: `.nan`', 'write the number that is meant']],
  },
];

/** What is of the right kind, and can't be. */
const otherHints: readonly BrokenStudy[] = [
  {
    title: 'patterns that lead out of the run’s folder',
    from: '  collect: ["*.png"]',
    to: '  collect: ["*.png", "/etc/*", "../other/*"]',
    says: [
      ['21:22', 'pattern of files in the run', 'such as *.png'],
      ['21:32', 'got "../other/*"', 'such as *.png'],
    ],
  },
  {
    title: 'a share as a fraction',
    from: 'maxFailedRuns: 10%',
    to: 'maxFailedRuns: 0.1',
    says: [['27:18', 'got 0.1', 'write 10%']],
  },
  {
    title: 'more runs than there can be',
    from: 'runs: 200',
    to: 'runs: 100000000',
    says: [['13:41', 'at most 10000000, got 100000000', 'how many rows']],
  },
  {
    title: 'three weights for two levels',
    from: 'weights: [0.7, 0.3]',
    to: 'weights: [0.7, 0.2, 0.1]',
    says: [['7:63', 'Expected 2 weights', 'remove weights']],
  },
  {
    title: 'no slots',
    from: 'coresPerSlot: 1, slots: 4',
    to: 'coresPerSlot: 1, slots: 0',
    says: [['17:57', 'at least 1, got 0', 'leave it out for 1']],
  },
  {
    title: 'an arrow instead of a comparison',
    from: '"stress <= 40000"',
    to: '"stress => 40000"',
    says: [['11:60', 'the operator `=>`', 'write `>=`']],
  },
  {
    title: 'a function of JavaScript',
    from: '"stress <= 40000"',
    to: '"Math.sqrt(stress) <= 40000"',
    says: [['11:53', 'got `Math.sqrt`', 'write `sqrt(…)`']],
  },
  {
    title: 'a correlation with a misspelt name',
    from: 'seed: 42,',
    to: 'seed: 42, correlation: [[w, grde, 0.5]],',
    says: [['13:74', 'got "grde"', 'did you mean `grade`?']],
  },
];

/** What other programs call it. */
const otherWords: readonly BrokenStudy[] = [
  {
    title: 'pyDOE says lhs',
    from: 'latin-hypercube',
    to: 'lhs',
    says: [['13:18', 'got the text "lhs"', 'did you mean `latin-hypercube`?']],
  },
  {
    title: 'nobody knows this method',
    from: 'latin-hypercube',
    to: 'magic',
    says: [['13:18', 'got the text "magic"', '`doeflow designs` tells when to use which']],
  },
  {
    title: 'min and max as settings',
    from: '{minvalue: 1, maxvalue: 4}',
    to: '{min: 1, max: 4}',
    says: [
      ['4:60', 'Uniform has no setting `min`', 'did you mean `minvalue`?'],
      ['4:68', 'Uniform has no setting `max`', 'did you mean `maxvalue`?'],
    ],
  },
  {
    title: 'scipy says lower_bounds',
    from: '{minvalue: 1, maxvalue: 4}',
    to: '{lower_bounds: 1, maxvalue: 4}',
    says: [['4:60', 'Uniform has no setting `lower_bounds`', 'did you mean `minvalue`?']],
  },
  {
    title: 'scipy says loc and scale of a norm',
    from: 'generator: Normal, settings: {mean: 2.9e7, stddev: 1.45e6}',
    to: 'generator: norm, settings: {loc: 2.9e7, scale: 1.45e6}',
    says: [
      ['6:39', 'got the text "norm"', 'did you mean `Normal`?'],
      ['6:56', 'Normal has no setting `loc`', 'did you mean `mean`?'],
      ['6:68', 'Normal has no setting `scale`', 'did you mean `stddev`?'],
    ],
  },
  {
    title: 'min and max beside the name',
    from: uniform,
    to: 'min: 1, max: 4',
    says: [
      [
        '4:29',
        'Expected the numbers of a distribution in `settings`, got `min` and `max`',
        'write `generator: Uniform, settings: {minvalue: 1, maxvalue: 4}`',
      ],
    ],
  },
  {
    title: 'a map of values',
    from: uniform,
    to: 'values: {min: 1, max: 4}',
    says: [
      [
        '4:29',
        'Expected a list of levels, got a map',
        'write `generator: Uniform, settings: {minvalue: 1, maxvalue: 4}`',
      ],
    ],
  },
  {
    title: 'Dakota says Response',
    from: 'type: Output',
    to: 'type: Response',
    says: [['9:26', 'got the text "Response"', 'did you mean `Output`?']],
  },
  {
    title: 'SALib says N',
    from: 'runs: 200',
    to: 'N: 200',
    says: [['13:35', 'got `N`', 'did you mean `runs`?']],
  },
  {
    title: 'parameters at the top',
    from: 'variables:',
    to: 'parameters:',
    says: [['3:1', 'got `parameters`', 'did you mean `variables`?']],
  },
  {
    title: 'outputs at the top',
    from: 'findings:',
    to: 'outputs:',
    says: [['29:1', 'got `outputs`', 'list each under `variables`: {name: …, type: Output']],
  },
  {
    title: 'retries under job',
    from: '  collect: ["*.png"]',
    to: '  maxFailedRuns: 3',
    says: [['21:3', 'got `maxFailedRuns`', 'write it under `execution`']],
  },
  {
    title: 'several mistakes in one map',
    from: '{name: w, type: Design, generator: Uniform, settings: {minvalue: 1, maxvalue: 4}, unit: in',
    to: '{nam: w, type: Desgn, generator: Unifrm, settings: {min: 1, maxvalue: 4 m, foo: 1}, units: in',
    says: [
      ['4:6', 'got `nam`', 'did you mean `name`?'],
      ['4:20', 'got the text "Desgn"', 'did you mean `Design`?'],
      ['4:38', 'got the text "Unifrm"', 'did you mean `Uniform`?'],
      ['4:57', 'Uniform has no setting `min`', 'did you mean `minvalue`?'],
      [
        '4:75',
        'got the text "4 m"',
        'write 4 for metres or minutes, 0.004 for milli; beside `type`, write `unit: m`',
      ],
      ['4:80', 'Uniform has no setting `foo`', 'Uniform takes minvalue, maxvalue'],
      ['4:89', 'got `units`', 'did you mean `unit`?'],
    ],
  },
  {
    title: 'an average',
    from: '"mean(stress)"',
    to: '"average(stress)"',
    says: [['30:59', 'got `average`', 'did you mean `mean`?']],
  },
];

const numbers: readonly BrokenStudy[] = (
  [
    ['5 mm', 'write 5, or 0.005 where the runs expect m; beside `type`, write `unit: mm`'],
    ['10 k', 'write 10000'],
    ['3M', 'write 3000000 for mega, 0.003 for milli, as in SPICE'],
    ['5m', 'write 5 for metres or minutes, 0.005 for milli'],
    ['"0,5"', 'write 0.5 with a decimal point'],
    ['"1,000"', 'write 1000, or 1.000 where the comma is a decimal one'],
    ['1 000 000', 'write 1000000: digits are not grouped'],
    ['1d-3', 'write 1e-3'],
    ['70%', 'write 0.7, or 70 where the runs expect percent'],
    ['1/4', 'write 0.25'],
    ['2x10^3', 'write 2e3'],
    ['−1', 'write -1 with the plain sign `-`'],
    ['NaN', 'write a number: a value that is not there'],
  ] as const
).map(([written, next]) => ({
  title: `the number ${written}`,
  from: 'minvalue: 1,',
  to: `minvalue: ${written},`,
  says: [['4:70', 'Expected a number, got the text', next] as const],
}));

const otherNumbers: readonly BrokenStudy[] = [
  {
    title: 'a bare decimal comma',
    from: 'minvalue: 1,',
    to: 'minvalue: 0,5,',
    says: [['4:70', 'Expected a decimal point, got the comma of `0,5`', 'write 0.5']],
  },
  {
    title: 'a unit among numbers',
    from: '[500, 1000]',
    to: '[500, 1000 N]',
    says: [['8:44', 'Expected a number, as beside it, got the text "1000 N"', 'write 1000']],
  },
  {
    title: 'a walltime of half an hour',
    from: 'walltime: 1}',
    to: 'walltime: 0.5}',
    says: [['17:70', 'Expected a whole number, got 0.5', 'write `runWalltime: 30m` under `job`']],
  },
];

const yaml: readonly BrokenStudy[] = [
  { title: 'nothing', from: '', to: '', says: [['1:1', 'got an empty file', 'doeflow init']] },
  {
    title: 'a key that is one blank short',
    from: '  command: node',
    to: ' command: node',
    says: [
      ['16:2', 'Expected `command` with the indentation', '2 spaces, like `analysis` in line 15'],
    ],
  },
  {
    title: 'a key without its indentation',
    from: '  command: node',
    to: 'command: node',
    says: [
      ['16:1', 'Expected `command` with the indentation', '2 spaces, like `analysis` in line 15'],
    ],
  },
  {
    title: 'a key that is too deep',
    from: hardware,
    to: 'hardware:\n    coreType: emerald\n      slots: 4',
    says: [
      ['19:7', 'Expected `slots` with the indentation', '4 spaces, like `coreType` in line 18'],
    ],
  },
  {
    title: 'fields beside their map',
    from: hardware,
    to: 'hardware:\n  slots: 4',
    says: [
      ['17:3', 'Expected a map, got nothing', 'indent the lines that belong to `hardware` further'],
      ['18:3', 'got `slots`', 'write it under `job.hardware`'],
    ],
  },
  {
    title: 'a colon without a blank',
    from: 'runs: 200',
    to: 'runs:200',
    says: [['13:35', 'Expected a space after the colon of `runs`', 'write `runs: 200`']],
  },
  {
    title: 'an open quote',
    from: '"w * t"',
    to: '"w * t',
    says: [['12:47', 'The quote " is not closed', 'close it']],
  },
  {
    title: 'an open brace',
    from: 'label: width}',
    to: 'label: width',
    says: [['4:5', 'The `{` is not closed', 'add the `}`']],
  },
  {
    title: 'a glob that reads as an alias',
    from: '["*.png"]',
    to: '[*.png]',
    says: [['21:13', 'got `*.png`, an alias without its anchor', 'put it into quotes: "*.png"']],
  },
  {
    title: 'a merge key',
    from: '  - {name: w, type: Design, generator: Uniform, settings: {minvalue: 1, maxvalue: 4}, unit: in, label: width}\n  - {name: t, type: Design, generator: Uniform,',
    to: '  - &w {name: w, type: Design, generator: Uniform, settings: {minvalue: 1, maxvalue: 4}}\n  - {<<: *w, name: t,',
    says: [['5:6', 'Merge keys (`<<`) are not part of YAML 1.2', 'write the fields out']],
  },
  {
    title: 'a value that contains itself',
    from: '[500, 1000]',
    to: '&a [500, &b [*a]]',
    says: [['8:51', 'contains itself: a cycle a -> b -> a', 'remove `*a`']],
  },
  {
    title: 'variables that need each other',
    from: '"stress <= 40000"',
    to: '"area > stress"',
    says: [['11:53', 'comes later', 'move `area` before `feasible`']],
  },
  {
    title: 'a cycle of variables',
    from: '"stress <= 40000"}\n  - {name: area, type: Objective, expression: "w * t"',
    to: '"area > 1"}\n  - {name: area, type: Objective, expression: "feasible ? w : t"',
    says: [['11:53', 'a cycle: feasible -> area -> feasible', 'compute one of them from other']],
  },
];

export const brokenStudies: readonly BrokenStudy[] = [
  ...otherWords,
  ...numbers,
  ...otherNumbers,
  ...yaml,
  ...besideSlips,
  ...otherHints,
];
