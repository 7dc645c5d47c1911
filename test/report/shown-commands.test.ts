import { expect, it } from 'vitest';
import { createReport } from '../../src/report/index.ts';
import { absences, reportInput, sectionOf } from './report-kit.ts';

const design = '{method: monte-carlo, runs: 12, seed: 5}';

it.each([
  ['beam.yaml', 'doeflow run beam.yaml --again'],
  ['my beam.yaml', "doeflow run 'my beam.yaml' --again"],
])('the study file %s is run again under its own name', async (name, command) => {
  const input = await reportInput({ design });
  const studyFile = { ...input.snapshot.studyFile, name };
  const report = await createReport({ ...input, snapshot: { ...input.snapshot, studyFile } });
  const table = sectionOf(report, 'reproduce').blocks.find(
    (block) => block.kind === 'table' && block.title === 'Commands',
  );
  const rows = table?.kind === 'table' ? table.table.rows : [];
  expect(rows.map(([, shown]) => shown)).toEqual([
    'doeflow verify made-1',
    'doeflow results made-1 --output results.csv',
    command,
  ]);
  expect(rows[2]?.[0]).toContain(`in the folder of ${name}`);
  // Not every shell takes a # for the begin of a remark.
  expect(rows.filter(([, shown]) => String(shown).includes('#'))).toEqual([]);
});

it('a retry is shown only where it isn’t refused', async () => {
  const input = await reportInput({ design, model: (_, run) => (run > 9 ? undefined : run) });
  const shown = async (reason: 'exit-code' | 'expression') => {
    const attempts = input.attempts.map((outcomes) =>
      outcomes.map((one) => (one.status === 'Failed' ? { ...one, reason } : one)),
    );
    return sectionOf(await createReport({ ...input, attempts }), 'failures');
  };
  const retry = 'doeflow retry made-1 --failed';
  expect(JSON.stringify(await shown('exit-code'))).toContain(retry);
  const refused = await shown('expression');
  expect(JSON.stringify(refused)).not.toContain(retry);
  expect(absences(refused).at(-1)).toMatch(/^Nothing to run again: they failed in an expression/u);
});
