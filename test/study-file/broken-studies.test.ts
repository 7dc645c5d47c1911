/** Broken study files: each is refused at the right place, says what was expected and got, and what to do. */
import { describe, expect, it } from 'vitest';
import { StudyError, type StudyIssue } from '../../src/errors.ts';
import { parseStudy } from '../../src/study-file/parse-study.ts';
import { exampleFiles, exampleText, inMemory } from './example.ts';

function issuesOf(
  text: string,
  files: Readonly<Record<string, string>> = exampleFiles,
): readonly StudyIssue[] {
  try {
    parseStudy(text, inMemory(files));
  } catch (error) {
    if (error instanceof StudyError) return error.issues;
    throw error;
  }
  throw new Error('accepted');
}

interface Broken {
  readonly title: string;
  /** Replaces the first occurrence in the example. */
  readonly from: string;
  readonly to: string;
  /** Where the finding points: at this text of the broken file (its first occurrence), plus `skip` characters. */
  readonly at: string;
  readonly skip?: number;
  readonly message: string;
  readonly hint?: string;
}

const cases: readonly Broken[] = [
  {
    title: 'an unknown field of the design',
    from: 'seed: 42',
    to: 'sed: 42',
    at: 'sed: 42',
    message: 'got `sed`',
    hint: 'did you mean `seed`?',
  },
  {
    title: 'an unknown field',
    from: 'unit: in,',
    to: 'units: in,',
    at: 'units: in',
    message: 'got `units`',
    hint: 'did you mean `unit`?',
  },
  {
    title: 'an unknown top field',
    from: 'execution:',
    to: 'exection:',
    at: 'exection:',
    message: 'got `exection`',
    hint: 'did you mean `execution`?',
  },
  {
    title: 'an unknown type',
    from: 'type: Design',
    to: 'type: Desing',
    at: 'Desing',
    message: 'got the text "Desing"',
    hint: 'did you mean `Design`?',
  },
  {
    title: 'no type',
    from: 'type: Design, generator',
    to: 'generator',
    at: '{name: w,',
    message: '`type` is missing',
    hint: 'Param',
  },
  {
    title: 'an unknown generator',
    from: 'generator: Normal',
    to: 'generator: Gaussian',
    at: 'Gaussian',
    message: 'Expected one of Normal',
  },
  {
    title: 'an unknown method',
    from: 'latin-hypercube',
    to: 'latin-hypercub',
    at: 'latin-hypercub',
    message: 'got the text "latin-hypercub"',
    hint: 'did you mean `latin-hypercube`?',
  },
  {
    title: 'a missing command',
    from: '  command: node beam.mjs beam.json\n',
    to: '',
    at: 'analysis: {code',
    message: '`command` (a text) is missing',
  },
  {
    title: 'a missing job',
    from: exampleText.slice(exampleText.indexOf('job:'), exampleText.indexOf('execution:')),
    to: '',
    at: 'name: beam-load',
    message: '`job` (a map) is missing',
  },
  {
    title: 'a name with capitals',
    from: 'name: beam-load',
    to: 'name: Beam Load',
    at: 'Beam Load',
    message: 'lower-case',
    hint: 'such as `beam-load`',
  },
  {
    title: 'text instead of a number',
    from: 'minvalue: 1,',
    to: 'minvalue: "1",',
    at: '"1"',
    message: 'Expected a number, got the text "1"',
    hint: 'write 1 without quotes',
  },
  {
    title: 'a number with `_`',
    from: 'runs: 200',
    to: 'runs: 1_000',
    at: '1_000',
    message: 'without `_`',
    hint: 'write 1000',
  },
  {
    title: 'a hexadecimal number',
    from: 'runs: 200',
    to: 'runs: 0x10',
    at: '0x10',
    message: 'Expected a decimal number',
    hint: 'write 16',
  },
  {
    title: 'leading zeros',
    from: 'runs: 200',
    to: 'runs: 0200',
    at: '0200',
    message: 'without leading zeros',
    hint: 'write 200',
  },
  {
    title: 'an infinite number',
    from: 'maxvalue: 4',
    to: 'maxvalue: .inf',
    at: '.inf',
    message: 'finite',
  },
  {
    title: 'a number beyond doubles',
    from: 'maxvalue: 4',
    to: 'maxvalue: 1e999',
    at: '1e999',
    message: 'finite',
  },
  {
    title: 'a whole number beyond 2^53',
    from: 'seed: 42',
    to: 'seed: 9007199254740993',
    at: '9007199254740993',
    message: 'at most 9007199254740991',
  },
  {
    title: 'a negative seed',
    from: 'seed: 42',
    to: 'seed: -1',
    at: '-1',
    message: 'at least 0, got -1',
  },
  {
    title: 'a share that is none',
    from: '\ndesign:',
    to: '\nstatistics: {confidence: 0}\ndesign:',
    at: '0}',
    message: 'Expected a number of more than 0, got 0',
  },
  {
    title: 'a fraction of runs',
    from: 'runs: 200',
    to: 'runs: 2.5',
    at: '2.5',
    message: 'Expected a whole number, got 2.5',
  },
  {
    title: 'no as a boolean',
    from: 'required: false',
    to: 'required: no',
    at: 'no}',
    message: 'Expected true or false, got the text "no"',
    hint: 'write false',
  },
  {
    title: 'on as a level',
    from: '[S235, S355]',
    to: '[S235, on]',
    at: 'on]',
    message: 'reads as a boolean',
    hint: '"on" in quotes',
  },
  {
    title: 'a version without quotes',
    from: 'version: "0"',
    to: 'version: 0',
    at: '0}\n  command',
    message: 'Expected a text, got 0',
    hint: '"0"',
  },
  {
    title: 'a doubled key',
    from: 'seed: 42,',
    to: 'seed: 42, seed: 43,',
    at: 'seed: 43',
    message: '`seed` appears twice',
    hint: 'remove one',
  },
  {
    title: 'a tab',
    from: '  command: node',
    to: '\tcommand: node',
    at: '\tcommand',
    message: 'got a tab',
    hint: 'spaces',
  },
  {
    title: 'a colon in a bare text',
    from: 'command: node beam.mjs beam.json',
    to: 'command: echo a: b',
    at: 'echo a',
    message: 'needs quotes',
  },
  {
    title: 'an open bracket',
    from: '[S235, S355]',
    to: '[S235, S355',
    at: '[S235, S355,',
    message: 'The `[` is not closed',
    hint: 'add the `]`',
  },
  {
    title: 'a name that is no identifier',
    from: 'name: w,',
    to: 'name: w width,',
    at: 'w width',
    message: 'letters, digits',
    hint: 'such as `w_width`',
  },
  {
    title: 'a Greek name',
    from: 'name: w,',
    to: 'name: α,',
    at: 'α',
    message: 'letters, digits',
    hint: '`label`',
  },
  {
    title: 'a reserved name',
    from: 'name: w,',
    to: 'name: Run,',
    at: 'Run,',
    message: 'a column of the results table',
  },
  {
    title: 'an operator word',
    from: 'name: w,',
    to: 'name: mod,',
    at: 'mod,',
    message: 'a word of the language',
  },
  {
    title: 'a name of every object',
    from: 'name: w,',
    to: 'name: __proto__,',
    at: '__proto__',
    message: 'a word of the language',
  },
  {
    title: 'a name twice but for case',
    from: 'name: t,',
    to: 'name: W,',
    at: 'W,',
    message: 'beside `w`',
    hint: 'rename',
  },
  {
    title: 'a long name',
    from: 'name: w,',
    to: `name: ${'w'.repeat(65)},`,
    at: 'w'.repeat(65),
    message: 'at most 64',
  },
  {
    title: 'an unknown name in a constraint',
    from: '"stress <= 40000"',
    to: '"4 < sress"',
    at: '"4 < sress"',
    skip: 5,
    message: 'got `sress`',
    hint: 'did you mean `stress`?',
  },
  {
    title: 'a constraint that is a number',
    from: '"stress <= 40000"',
    to: '"stress"',
    at: '"stress"',
    message: 'Expected a condition, got a number',
  },
  {
    title: 'an objective that is a condition',
    from: '"w * t"',
    to: '"w > t"',
    at: '"w > t"',
    message: 'Expected a number, got a condition',
  },
  {
    title: 'arithmetic on text',
    from: '"w * t"',
    to: '"w * grade"',
    at: '"w * grade"',
    skip: 5,
    message: 'got a text',
  },
  {
    title: 'an output in the design',
    from: '"w < 2 * t"',
    to: '"w < stress"',
    at: '"w < stress"',
    skip: 5,
    message: 'got `stress`',
  },
  {
    title: 'a range in an expression',
    from: '"w * t"',
    to: '"1:1e9"',
    at: '"1:1e9"',
    skip: 2,
    message: 'range',
  },
  {
    title: 'a finding over a bare column',
    from: '"mean(stress)"',
    to: '"mean(stress) / load"',
    at: '"mean(stress) / load"',
    skip: 16,
    message: 'got the column `load`',
    hint: 'mean(load)',
  },
  {
    title: 'an unknown function in a finding',
    from: '"mean(stress)"',
    to: '"maen(stress)"',
    at: '"maen(stress)"',
    skip: 1,
    message: 'got `maen`',
    hint: 'did you mean `mean`?',
  },
  {
    title: 'a wrong setting',
    from: 'stddev: 1.45e6',
    to: 'stddev: 0',
    at: '0}, format',
    message: 'stddev',
  },
  {
    title: 'weights that miss a level',
    from: 'weights: [0.7, 0.3]',
    to: 'weights: [1]',
    at: '[1]',
    message: 'Expected 2 weights',
  },
  {
    title: 'weights that do not sum to 1',
    from: 'weights: [0.7, 0.3]',
    to: 'weights: [7, 3]',
    at: '[7, 3]',
    message: 'sum to 1',
    hint: '[0.7, 0.3]',
  },
  {
    title: 'a level twice',
    from: '[S235, S355]',
    to: '[S235, S235]',
    at: 'S235]',
    message: 'got "S235" again',
  },
  {
    title: 'two ways to get values',
    from: 'format: "0"',
    to: 'values: [1]',
    at: 'values: [1]',
    message: 'got `generator` and `values`',
  },
  {
    title: 'no way to get values',
    from: 'values: [S235, S355], weights: [0.7, 0.3]',
    to: 'unit: kg',
    at: '{name: grade',
    message: 'has no `generator`',
    hint: 'table',
  },
  {
    title: 'a bad format',
    from: 'format: "0"',
    to: 'format: "x0.0.0"',
    at: '"x0.0.0"',
    message: 'Expected',
  },
  {
    title: 'a text as nominal of a number',
    from: 'nominal: 2.9e7',
    to: 'nominal: steel',
    at: 'steel',
    message: 'got the text "steel"',
  },
  {
    title: 'a nominal that is no level',
    from: 'weights: [0.7, 0.3]',
    to: 'nominal: S420',
    at: 'S420',
    message: 'Expected one of the levels',
    hint: 'S235',
  },
  {
    title: 'an output without a way',
    from: 'pointer: /stress',
    to: 'pointer: /stress, match: last',
    at: 'match: last}, unit',
    message: 'with `regex`',
  },
  {
    title: 'an output with two ways',
    from: 'pointer: /stress',
    to: 'pointer: /stress, key: a',
    at: '{file: result.json',
    message: 'got `pointer` and `key`',
  },
  {
    title: 'a tag without the place of its value',
    from: 'pointer: /stress',
    to: 'pointer: /stress, tag: f1',
    at: 'tag: f1',
    message: 'Expected `tag` only with `value`',
  },
  {
    title: 'a value at place 0',
    from: 'pointer: /stress',
    to: 'value: 0',
    at: 'value: 0',
    skip: 7,
    message: 'Expected a number of at least 1, got 0',
  },
  {
    title: 'a pointer without its slash',
    from: 'pointer: /stress',
    to: 'pointer: a.b',
    at: 'a.b',
    message: 'JSON Pointer',
    hint: '/a/b',
  },
  {
    title: 'a regular expression without a group',
    from: "'disp = (\\S+)'",
    to: "'disp = \\S+'",
    at: "'disp = \\S+'",
    message: 'with a group',
  },
  {
    title: 'a broken regular expression',
    from: "'disp = (\\S+)'",
    to: "'disp = (\\S+'",
    at: "'disp = (\\S+'",
    message: 'Expected a valid regular expression',
  },
  {
    title: 'an output outside of the run',
    from: 'file: result.json',
    to: 'file: ../result.json',
    at: '../result.json',
    message: "inside the run's folder",
  },
  {
    title: 'a missing input file',
    from: '[beam.mjs]',
    to: '[beem.mjs]',
    at: 'beem.mjs',
    message: 'The file "beem.mjs" doesn\'t exist',
  },
  {
    title: 'a missing template',
    from: 'template: beam.json.in',
    to: 'template: beam.in',
    at: 'beam.in',
    message: 'The file "beam.in"',
  },
  {
    title: 'two files on one path',
    from: 'as: beam.json',
    to: 'as: beam.mjs',
    at: 'beam.mjs}',
    message: 'have the name `beam.mjs`',
  },
  {
    title: 'both ways of hardware',
    from: 'coreType: emerald,',
    to: 'coreType: emerald, coreClass: std,',
    at: '{coreType: emerald',
    message: 'has both',
  },
  {
    title: 'a duration without unit',
    from: 'runWalltime: 5m',
    to: 'runWalltime: "300"',
    at: '"300"',
    message: 'with its unit',
    hint: '5m',
  },
  {
    title: 'a field that the engine owns',
    from: 'runWalltime: 5m',
    to: 'paramFile: x.csv',
    at: 'paramFile',
    message: 'got `paramFile`',
    hint: 'method: table',
  },
  {
    title: 'a wrong limit',
    from: 'maxFailedRuns: 10%',
    to: 'maxFailedRuns: 10 percent',
    at: '10 percent',
    message: 'Expected a number of runs or a share',
    hint: '10%',
  },
  {
    title: 'a guard that acts at half a run',
    from: 'maxFailedRuns: 10%',
    to: 'failFast: 0.5',
    at: '0.5',
    message: 'whole number',
  },
  {
    title: 'a cluster that is both',
    from: '{name: beams,',
    to: '{id: x1, name: beams,',
    at: '{id: x1',
    message: 'has both',
  },
  {
    title: 'a finding twice',
    from: '\nfindings:',
    to: '\nfindings:\n  - {name: Mean stress at 500, value: "count()"}',
    at: 'Mean stress at 500, valueType',
    message: 'Two findings have the name',
  },
  {
    title: 'no runs for a random design',
    from: 'runs: 200, ',
    to: '',
    at: '{method: latin',
    message: 'needs `runs`',
    hint: 'runs: 100',
  },
  {
    title: 'a variable that reaches no run',
    from: '  - {name: stress',
    to: '  - {name: extra, type: Param, values: [1, 2]}\n  - {name: stress',
    at: 'extra',
    message: 'no template and no command has ${extra}',
    hint: 'use ${extra} in a template or the command',
  },
  {
    title: 'a value within single quotes',
    from: 'beam.mjs beam.json',
    to: "beam.mjs beam.json '${w}'",
    at: '${w}',
    message: '${w} stands where the shell replaces nothing',
    hint: 'end the quotes before it',
  },
  {
    title: 'a variable of the shell in place of a value, that a template has too',
    from: 'beam.mjs beam.json',
    to: 'beam.mjs beam.json w=$w',
    at: '$w',
    message: '`$w` is a variable of the shell, which nothing sets: it is empty in every run',
    hint: 'write `${w}` for the value of the study',
  },
];

describe('a broken study file', () => {
  it.each(cases)('is refused at its place: $title', ({ from, to, at, skip = 0, message, hint }) => {
    expect(exampleText).toContain(from);
    const text = exampleText.replace(from, () => to);
    const offset = text.indexOf(at) + skip;
    expect(text).toContain(at);
    const before = text.slice(0, offset).split('\n');
    const issues = issuesOf(text);
    expect(issues.map((issue) => issue.message).join('\n')).toContain(message);
    const issue = issues.find((one) => one.message.includes(message));
    expect(issue).toMatchObject({
      file: 'study.yaml',
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
    });
    if (hint !== undefined) expect(issue?.hint).toContain(hint);
    // A renamed variable is missed wherever it is used; every other fault gives one finding.
    if (!from.startsWith('name: ')) expect(issues.map((one) => one.message)).toHaveLength(1);
  });

  it('is refused with all its faults at once, in the order of the file', () => {
    const text = exampleText
      .replace('generator: Uniform', 'generator: Unifrom')
      .replace('goal: minimize', 'goal: minimise')
      .replace('"stress <= 40000"', '"sress <= 40000"')
      .replace('runs: 200', 'runs: many')
      .replace('code: user_included', 'code: 5');
    expect(issuesOf(text).map(({ line, message }) => `${line} ${message}`)).toEqual([
      '4 Expected one of Normal, Uniform, Linspace, FixedRange, Triangular, LogNormal, Weibull, Gumbel, Gamma, Exponential, Beta, Histogram, Empirical, got the text "Unifrom"',
      '11 Expected the name of a variable, got `sress`',
      '12 Expected one of minimize, maximize, got the text "minimise"',
      '13 Expected a number, got the text "many"',
      '15 Expected a text, got 5',
    ]);
  });

  it('names place and word of a placeholder that no variable fills', () => {
    const files = {
      ...exampleFiles,
      'beam.json.in': '{"w": ${w}, "t": ${t},\n "x": ${weight}, ${E} ${grade} ${load}}',
    };
    expect(issuesOf(exampleText, files)).toEqual([
      {
        file: 'beam.json.in',
        line: 2,
        column: 7,
        message: expect.stringContaining('${weight}'),
        hint: expect.stringContaining('known: w, t'),
      },
    ]);
    const output = { ...exampleFiles, 'beam.json.in': `${exampleFiles['beam.json.in']}\${stress}` };
    expect(issuesOf(exampleText, output)[0]?.message).toContain('got one that runs produce');
  });

  it.each([
    [
      'load,wind\n500,1\n',
      'cases.csv',
      1,
      2,
      'The column `wind` of the case file is not a Case variable',
    ],
    ['Load\n500\n', 'study.yaml', 8, 40, 'cases.csv has no column `load`'],
    ['load\n500\n1,5\n', 'cases.csv', 3, 1, 'Expected 1 cells in each row, got 2'],
    ['load\n500\n"1,5"\n', 'cases.csv', 3, 1, 'got "1,5"'],
    ['load;x\n500;1\n', 'cases.csv', 1, 1, 'Expected commas'],
    ['load,LOAD\n1,2\n', 'cases.csv', 1, 1, 'Two columns have the name `LOAD`'],
    ['load,\n1,2\n', 'cases.csv', 1, 1, 'Column 2 has no name'],
    ['load\n', 'cases.csv', 1, 1, 'The table has no rows'],
    ['', 'cases.csv', 1, 1, 'The file is empty'],
    ['load\n"500\n', 'cases.csv', 2, 1, 'not a valid CSV'],
  ])('names the place in a broken case file %j', (csv, file, line, column, message) => {
    const text = exampleText.replace('values: [500, 1000]', 'caseFile: cases.csv');
    const [issue] = issuesOf(text, { ...exampleFiles, 'cases.csv': csv });
    expect(issue).toMatchObject({ file, line, column });
    expect(issue?.message).toContain(message);
  });

  it.each([
    [
      'an alias bomb',
      `a: &a [1,1,1,1,1,1,1,1,1,1]\n${[...'bcdefghijk']
        .map(
          (name, k) =>
            `${name}: &${name} [${Array(10)
              .fill(`*${'abcdefghijk'[k] ?? ''}`)
              .join()}]`,
        )
        .join('\n')}\n`,
    ],
    ['20,000 nested lists', `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`],
    ['20,000 nested entries', `${'- '.repeat(20_000)}1\n`],
    ['1,300 nested maps', Array.from({ length: 1300 }, (_, k) => `${' '.repeat(k)}a:\n`).join('')],
    ['20,000 open questions', `${'? '.repeat(20_000)}1\n`],
    ['50 MB', 'x'.repeat(50_000_000)],
    ['an empty file', ''],
    ['a bare word', 'hello'],
    ['a list', '- 1\n- 2\n'],
    ['binary', '\u0000\u0001\u0002\u{FFFD}'],
    ['a tag', 'name: !!js/function "x"\n'],
    ['two documents', 'name: a\n---\nname: b\n'],
    [
      '100,000 variables',
      `name: a\nvariables: [${'{name: x, type: Param, values: [1]},'.repeat(25_000)}]\n`,
    ],
    ['null everywhere', 'name:\nvariables:\njob:\n'],
    ['a key that is a list', '? [a, b]\n: 1\n'],
  ])('is refused with the process alive: %s', (_title, text) => {
    const issues = issuesOf(text);
    expect(issues.length).toBeGreaterThan(0);
    expect(issues[0]?.message).toMatch(/^(?:Expected|The text is not valid YAML)/u);
  });
});
