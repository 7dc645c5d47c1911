/** `summary.json`: every field that any design makes is in its schema, and the published pages are that schema. */
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import type { AnalysedStudy, StudyTable } from '../../src/analysis/index.ts';
import { analyseTable } from '../../src/summary/analyse-table.ts';
import {
  composeSummary,
  summaryJsonSchema,
  summarySchema,
} from '../../src/summary/summary-document.ts';
import { createStream } from '../../src/distributions/index.ts';
import { planStudy } from '../../src/study/plan-study.ts';
import { compileRunExpression } from '../../src/expressions/index.ts';
import { parseStudy } from '../../src/study-file/parse-study.ts';
import { describeFields } from './describe-fields.ts';

/** A study of three inputs and four responses under a design, and its table with `share` of the runs failed. */
function analysed(design: string, share: number, inputs = continuous): unknown {
  const text = `name: any
variables:
${inputs}
  - {name: load, type: Case, values: [1, 2]}
  - {name: y, type: Output, from: stdout}
  - {name: text, type: Output, from: stdout, valueType: text}
  - {name: flat, type: Output, from: stdout, required: false}
  - {name: ok, type: Constraint, expression: y > 0}
  - {name: cost, type: Objective, expression: y + load}
  - {name: life, type: Objective, expression: y * load, goal: maximize}
design: ${design}
job:
  {analysis: {code: a, version: '1'}, command: 'run \${a} \${b} \${c} \${load}', hardware: {coreType: emerald, coresPerSlot: 1, walltime: 1}}
findings: [{name: m, value: mean(y)}, {name: none, value: mean(y), where: y > 1e9}]
statistics: {levels: {y: {response: [0.5], probability: [0.1], reliability: [1]}}}
`;
  const { study } = parseStudy(text, { file: 's', readFile: () => '', fileExists: () => true });
  const plan = planStudy(study, { tables: new Map(), compileRunExpression });
  const { columns } = plan.block(0, plan.runCount);
  const failing = new Float64Array(plan.runCount);
  createStream(5, 'failing').fill(failing, 0);
  const at = (name: string, row: number): number =>
    Number.parseFloat(String(columns[plan.columns.indexOf(name)]?.[row]).replace('red', '7'));
  const y = failing.map((_, row) => Math.sin(at('a', row)) + at('b', row) ** 2 + at('load', row));
  const rows = [...y.keys()];
  const table: StudyTable = {
    accepted: failing.map((u) => (u < share ? 0 : 1)) as unknown as Uint8Array,
    columns: study.variables.map(({ name, type }) => ({
      name,
      role: type === 'Param' || type === 'Design' ? 'input' : (type.toLowerCase() as 'output'),
      values:
        columns[plan.columns.indexOf(name)] ??
        (name === 'text'
          ? rows.map(() => 'word')
          : name === 'flat'
            ? y.map(() => 2)
            : name === 'ok'
              ? y.map((value) => Number(value > 0))
              : y),
    })),
  };
  const { statistics, findings } = analyseTable(study as AnalysedStudy, table);
  const { total, accepted } = statistics.runs;
  return composeSummary(study, statistics, findings, {
    studyId: 'any-1',
    status: 'Finished',
    runs: { total, done: accepted, failed: total - accepted },
  });
}

const continuous = `  - {name: a, type: Param, generator: Uniform, settings: {minvalue: -1, maxvalue: 2}, levels: 3}
  - {name: b, type: Design, generator: Normal, settings: {mean: 1, stddev: 2}, levels: 3}
  - {name: c, type: Param, generator: LogNormal, settings: {mu: 0, sigma: 1}, levels: 3}`;
const twoLevels = `  - {name: a, type: Param, values: [1, 2]}
  - {name: b, type: Design, values: [3, 4]}
  - {name: c, type: Param, values: [blue, red]}`;

describe('summary.json', () => {
  it.each([
    ['{method: monte-carlo, runs: 40}', continuous],
    ['{method: latin-hypercube, runs: 40, where: a < 1.9}', continuous],
    ['{method: sobol, runs: 64}', continuous],
    ['{method: saltelli, baseSamples: 32, secondOrder: true}', continuous],
    ['{method: morris, trajectories: 6}', continuous],
    ['{method: full-factorial}', continuous],
    ['{method: full-factorial, replicates: 2}', twoLevels],
    ['{method: full-factorial}', twoLevels],
    ['{method: central-composite}', continuous],
    ['{method: one-at-a-time}', continuous],
  ] as const)(
    'of %s holds described fields only, and numbers only, also with failed runs',
    (design, inputs) => {
      for (const share of [0, 0.2, 0.9, 1]) {
        const document = JSON.parse(JSON.stringify(analysed(design, share, inputs))) as unknown;
        const { error } = summarySchema.safeParse(document);
        expect(error?.issues ?? []).toEqual([]);
      }
    },
  );

  it('tells all that a factorial design says', () => {
    const found = summarySchema.parse(
      analysed('{method: full-factorial, replicates: 2}', 0, twoLevels),
    );
    expect(found.anova?.[0]?.terms.map(({ inputs }) => inputs.join())).toEqual([
      'a',
      'b',
      'c',
      'load',
      'a,b',
      'a,c',
      'a,load',
      'b,c',
      'b,load',
      'c,load',
    ]);
    expect(found.factorialEffects?.[0]?.effects[1]).toMatchObject({ inputs: ['b'] });
    expect(found.factorialEffects?.[0]?.effects[1]?.effect).toBeCloseTo(7, 10);
    expect(found.hypervolume?.value).toBeGreaterThan(0);
    expect(found.moments['y']?.levels?.map(({ asked }) => asked)).toEqual([
      'response',
      'probability',
      'reliability',
    ]);
  });
});

// `vitest run test/summary/summary-document.test.ts -u` rewrites both published files.
it('the published JSON Schema of summaries is that of the code', async () => {
  const text = await format(JSON.stringify(summaryJsonSchema()), {
    parser: 'json',
    printWidth: 100,
  });
  await expect(text).toMatchFileSnapshot('../../docs/summary.schema.json');
});

it('the published list of fields is that of the code', async () => {
  const text = await format(describeFields(summaryJsonSchema()), { parser: 'markdown' });
  await expect(text).toMatchFileSnapshot('../../docs/summary-fields.md');
});

it('each field says what it means', () => {
  expect(describeFields(summaryJsonSchema())).not.toMatch(/\|\s*\|$/mu);
});
