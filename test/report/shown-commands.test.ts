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

it('an amended study says by which revision, and how to see that files are those of it', async () => {
  const input = await reportInput({ design });
  const amendment = { by: 'ann', why: 'more points', changes: ['runs: 8 -> 12'] };
  const report = await createReport({
    ...input,
    revisions: [
      {
        ...{ formatVersion: 1, revision: 3, createdAt: '2026-03-01T12:00:00.000Z' },
        ...{ engineVersion: '0', runs: [], changes: [], amendment },
        ...{ studyFile: input.snapshot.studyFile, files: [] },
      },
    ],
  });
  const { blocks } = sectionOf(report, 'reproduce');
  const facts = blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : []));
  expect(facts.at(-1)).toEqual({
    ...{ name: 'Hash of the plan', value: 'abc', note: 'as amended by revision 3' },
  });
  const tableOf = (title: string) =>
    blocks.flatMap((block) => (block.kind === 'table' && block.title === title ? block : []))[0]
      ?.table.rows;
  expect(tableOf('Amendments')).toEqual([
    [3, '2026-03-01T12:00:00.000Z', 'ann', 'runs: 8 -> 12', 'more points'],
  ]);
  expect(tableOf('Files of revision 3')).toHaveLength(1);
  const commands = tableOf('Commands') ?? [];
  expect(commands.map(([, shown]) => shown)).toContain('doeflow plan study.yaml --diff made-1');
  expect(commands.at(-1)?.[0]).toMatch(/^run revision 3 again, .* in the folder of study\.yaml$/u);
});

it('a study whose files were mended names those that its failed runs ran again with', async () => {
  const input = await reportInput({ design });
  const file = (path: string, sha256: string) =>
    ({ path, role: 'input', bytes: 4, sha256 }) as const;
  const report = await createReport({
    ...input,
    snapshot: { ...input.snapshot, files: [file('model.sh', 'a1'), file('mesh.inp', 'b1')] },
    revisions: [
      {
        ...{ formatVersion: 1, revision: 2, createdAt: '2026-03-01T12:00:00.000Z' },
        ...{ engineVersion: '0', runs: 'failed', changes: [], studyFile: input.snapshot.studyFile },
        files: [file('model.sh', 'a2'), file('mesh.inp', 'b1')],
      },
    ],
  });
  const { blocks } = sectionOf(report, 'reproduce');
  const mended = blocks.flatMap((block) =>
    block.kind === 'table' && block.title?.startsWith('Files mended') === true ? [block] : [],
  );
  expect(mended.map(({ table }) => table.rows)).toEqual([[['model.sh', 'input', 4, 'a2']]]);
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
