import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeFigures } from '../../../src/cli/studies/write-figures.ts';
import { figureBlock } from '../../../src/report/figure-block.ts';
import type { Figure } from '../../../src/report/report.ts';
import { figureOf, madeReport } from '../../report/report-kit.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-figures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const design = '{method: latin-hypercube, runs: 20, seed: 2}';

it('each figure is a file, and its numbers', async () => {
  const files = await writeFigures(await madeReport({ design }), folder);
  expect(files).toContain('scatter-matrix.svg');
  expect(files).toContain('scatter-matrix.csv');
  expect(files).toContain('correlations.csv');
  expect(files).toContain('README.md');
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(
    'Rank correlations (`correlations.svg`, numbers in `correlations.csv`)',
  );
  for (const file of files) expect(readFileSync(join(folder, file), 'utf8'), file).not.toBe('');
});

it('a figure that can’t be drawn is named', async () => {
  const report = await madeReport({ design });
  const plot = { kind: 'unknown' } as unknown as Figure['plot'];
  const blocks = [figureBlock({ ...figureOf(report, 'scatter-matrix'), id: 'odd', plot })];
  const broken = { ...report, sections: [{ id: 'x', title: 'x', blocks }] };
  await expect(writeFigures(broken, folder)).rejects.toThrow(/^The figure odd can't be drawn: /u);
});
