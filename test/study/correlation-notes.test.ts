/** Rank correlations that variables of few values can't have. */
import { expect, it } from 'vitest';
import { compileRunExpression } from '../../src/expressions/index.ts';
import { planStudy } from '../../src/study/plan-study.ts';
import { parseStudy } from '../../src/study-file/index.ts';

function notesFor(
  t: string,
  wanted: number,
  method = 'monte-carlo',
  runs = 512,
): readonly string[] {
  const text = `name: pair
variables:
  - {name: a, type: Param, generator: Normal, settings: {mean: 0, stddev: 1}}
  - {name: t, type: Param, ${t}}
  - {name: y, type: Output, from: stdout}
design: {method: ${method}, runs: ${runs}, seed: 3, correlation: [[a, t, ${wanted}]]}
job: {analysis: {code: user_included}, command: 'solve \${a} \${t}', hardware: {coreType: emerald}}
`;
  const { study } = parseStudy(text, {
    file: 'study.yaml',
    readFile: () => undefined,
    fileExists: () => false,
  });
  const { notes } = planStudy(study, { tables: new Map(), compileRunExpression });
  return notes.filter((note) => note.startsWith('Between '));
}

const uniform = 'generator: Uniform, settings: {minvalue: 0, maxvalue: 3}';

it.each([
  ['values: [x, y], weights: [0.9, 0.1]', 0.5],
  ['values: [x, y], weights: [0.9, 0.1]', 0.9],
  ['values: [1, 2], weights: [0.95, 0.05]', 0.5],
  ['generator: FixedRange, settings: {minvalue: 1, maxvalue: 3, increment: 1}', 0.9],
  ['generator: Uniform, settings: {minvalue: 0, maxvalue: 1}, integer: true', 0.9],
])('%s can’t have %s with a continuous one: told', (t, wanted) => {
  for (const method of ['monte-carlo', 'latin-hypercube']) {
    const [note] = notesFor(t, wanted, method);
    expect(note, method).toContain(`the rank correlation ${wanted} is asked for`);
  }
});

it.each([0.3, 0.7, 0.9, -0.5])('a continuous one can have %s: nothing is told', (wanted) => {
  for (const method of ['monte-carlo', 'latin-hypercube', 'sobol'])
    expect(notesFor(uniform, wanted, method), method).toEqual([]);
});

it('few runs tell nothing', () => {
  expect(notesFor('values: [x, y], weights: [0.9, 0.1]', 0.5, 'monte-carlo', 12)).toEqual([]);
});
