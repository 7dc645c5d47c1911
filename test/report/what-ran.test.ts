/** What tables of the report count and name. */
import { expect, it } from 'vitest';
import { createReport } from '../../src/report/index.ts';
import type { Report } from '../../src/report/report.ts';
import { figureOf, madeReport, reportInput, sectionOf } from './report-kit.ts';

const uniform = 'type: Param, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}';

function tableOf(report: Report, section: string, title: RegExp) {
  const found = sectionOf(report, section).blocks.find(
    (block) => block.kind === 'table' && title.test(block.title ?? ''),
  );
  if (found?.kind !== 'table') throw new Error(`Expected a table ${title.source}, got none`);
  return { title: found.title, ...found.table };
}

it('inputs as they ran are those of the runs that ran, whatever was planned', async () => {
  const input = await reportInput({ design: '{method: monte-carlo, runs: 40, seed: 5}' });
  const all = tableOf(await createReport(input), 'design', /^Inputs as they ran/u);
  expect(all.title).toBe('Inputs as they ran');
  expect(all.rows.map((row) => row[2])).toEqual([40, 40]);

  const attempts = input.attempts.map((outcomes) =>
    outcomes.slice(0, 12).map((one) =>
      one.run < 11
        ? one
        : {
            ...{ run: one.run, attempt: 1, jobNumber: 1, values: {}, status: 'Failed' as const },
            reason: one.run === 11 ? ('not-started' as const) : ('exit-code' as const),
          },
    ),
  );
  const some = tableOf(
    await createReport({ ...input, attempts }),
    'design',
    /^Inputs as they ran/u,
  );
  expect(some.title).toBe('Inputs as they ran: of 11 of 40 runs');
  expect(some.rows.map((row) => row[2])).toEqual([11, 11]);
  const [a] = input.table.columns;
  const ran = [...Array.from({ length: 10 }, (_, row) => row), 11].map((row) =>
    Number(a?.values[row]),
  );
  expect(some.rows[0]?.slice(3)).toEqual([Math.min(...ran), Math.max(...ran)]);
});

it('the best designs begin with what they are chosen by, for paper has room for the first columns', async () => {
  const report = await madeReport({
    design: '{method: monte-carlo, runs: 40, seed: 5}',
    variables: [
      '  - {name: good, type: Constraint, expression: y > 1}',
      '  - {name: mass, type: Objective, expression: 4 - y, goal: minimize}',
    ].join('\n'),
  });
  const { head, rows } = tableOf(report, 'verdict', /^Best designs/u);
  expect(head).toEqual(['run', 'mass', 'good', 'a [mm]', 'b', 'y [kN]']);
  expect(rows[0]?.[2]).toBe('kept');
});

it('a label stands on axes and in tables, with the name by which files know the variable', async () => {
  const report = await madeReport({
    design: '{method: monte-carlo, runs: 40, seed: 5}',
    inputs: [
      `  - {name: a, ${uniform}, unit: mm, label: width}`,
      `  - {name: b, ${uniform}, label: B}`,
    ].join('\n'),
  });
  expect(figureOf(report, 'surface-y').plot).toMatchObject({ xName: 'width (a) [mm]', yName: 'b' });
  const { rows } = tableOf(report, 'design', /^Inputs as they ran/u);
  expect(rows.map(([name]) => name)).toEqual(['width (a) [mm]', 'b']);
  expect(report.runs.columns.map(({ title }) => title)).toContain('width (a) [mm]');
});
