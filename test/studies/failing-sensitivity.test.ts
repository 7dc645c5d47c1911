/** Sobol' indices from a design of which runs fail: what the summary says of them, and that a retry makes them whole. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summarySchema, type StudySummaryDocument } from '../../src/summary/summary-document.ts';
import { sharedStack } from '../kit/shared-stack.ts';
import { doeflow, temporaryFolder, type EndedStudy } from './run-study.ts';
import { uniform, writeAwkStudy } from './write-study.ts';

describe("a study of Sobol' indices whose runs fail at one end of an input", () => {
  const folder = temporaryFolder(afterAll);
  const healed = join(folder, 'healed');
  const stack = sharedStack();
  let printed: EndedStudy['printed'];
  let found: StudySummaryDocument;

  const summaryIn = (directory: string): StudySummaryDocument =>
    summarySchema.parse(JSON.parse(readFileSync(join(directory, 'summary.json'), 'utf8')));
  const failedRows = (): number[] =>
    readFileSync(join(printed.resultsDir, 'results.csv'), 'utf8')
      .split('\n')
      .filter((line) => /,failed,exit-code$/iu.test(line))
      .map((line) => Number(line.split(',', 1)[0]));

  beforeAll(async () => {
    const study = writeAwkStudy(folder, {
      name: 'holed-ishigami',
      inputs: {
        x1: uniform(-Math.PI, Math.PI),
        x2: uniform(-Math.PI, Math.PI),
        x3: uniform(-Math.PI, Math.PI),
      },
      first: `  if (x1 > 2.6 && (getline line < "${healed}") < 0) exit 3`,
      outputs: { y: 'sin(x1) + 7 * sin(x2) ^ 2 + 0.1 * x3 ^ 4 * sin(x1)' },
      design: '{ method: saltelli, baseSamples: 64, secondOrder: true, seed: 2 }',
      further: 'execution: { maxFailedRuns: 20% }',
    });
    const end = await doeflow(
      ['run', study, '--results', join(folder, 'results'), '--json'],
      stack.env,
    );
    expect(end.exitCode).toBe(0);
    printed = JSON.parse(end.stdout) as EndedStudy['printed'];
    found = summaryIn(printed.resultsDir);
  });

  it('leaves out, of each index, the blocks that lack a run which that index needs', () => {
    expect(found.runs).toMatchObject({ total: 512, failed: failedRows().length });
    expect(found.runs.failed).toBeGreaterThan(20);
    const [sobol] = found.sobol ?? [];
    expect(sobol?.blocks).toBe(64);
    const failed = new Set(failedRows());
    // A block is A, AB_1 .. AB_3, BA_1 .. BA_3, B.
    const whole = (...places: number[]): number =>
      Array.from({ length: 64 }, (_, block) => block).filter((block) =>
        places.every((place) => !failed.has(block * 8 + place + 1)),
      ).length;
    expect(sobol?.indices.map(({ first }) => first?.blocks)).toEqual(
      [1, 2, 3].map((j) => whole(0, j, 7)),
    );
    for (const { index, variables } of sobol?.second ?? []) {
      const [j = 0, k = 0] = variables.map((name) => Number(name.slice(1)));
      expect(index.blocks).toBe(whole(0, j, k, 3 + j, 7));
    }
    expect(
      Math.min(...(sobol?.indices ?? []).map(({ first }) => first?.blocks ?? 99)),
    ).toBeLessThan(64);
  });

  it('says which results are not to be trusted, and why', () => {
    expect(found.failureBias).toMatchObject([{ input: 'x1', side: 'high' }]);
    for (const estimator of ['moments', 'sensitivity', 'sobol', 'polynomialChaos']) {
      const own = found.estimators.find((one) => one.estimator === estimator);
      expect(own, estimator).toMatchObject({ response: 'y', trust: 'limited' });
      expect(own?.reasons.join()).toContain('failures go together with high values of x1');
    }
    expect(found.warnings.join()).toMatch(/Failures go together with high values of x1/u);
    expect(found.estimators.find(({ estimator }) => estimator === 'sobol')).toMatchObject({
      needs: 'a block of runs',
      planned: 64,
    });
  });

  it('still finds the indices by regression on the survivors', () => {
    const [chaos] = found.polynomialChaos ?? [];
    expect(chaos?.runs).toBe(512 - found.runs.failed);
    [0.3139051911, 0.4424111448, 0].forEach((value, j) =>
      expect(Math.abs((chaos?.indices?.[j]?.first ?? 9) - value)).toBeLessThan(1e-3),
    );
  });

  it('names the runs to repeat; `analyze` says the same as the study did', async () => {
    expect(found.runsToRepeat).toEqual(failedRows());
    const again = join(folder, 'again.json');
    const end = await doeflow(['analyze', 'holed-ishigami', '--to', again, '--json'], stack.env);
    expect(end.exitCode).toBe(0);
    const { findings, moments, sobol, estimators, polynomialChaos } = JSON.parse(
      end.stdout,
    ) as StudySummaryDocument;
    expect({ findings, moments, sobol, estimators, polynomialChaos }).toEqual({
      findings: found.findings,
      moments: found.moments,
      sobol: found.sobol,
      estimators: found.estimators,
      polynomialChaos: found.polynomialChaos,
    });
    expect(JSON.parse(readFileSync(again, 'utf8'))).toEqual(JSON.parse(end.stdout));
    // And of the table alone, without store or study.
    const table = join(printed.resultsDir, 'results.csv');
    const alone = await doeflow(['analyze', table, '--to', again, '--json'], {
      DOEFLOW_HOME: folder,
    });
    expect(alone.exitCode).toBe(0);
    expect(JSON.parse(alone.stdout)).toMatchObject({
      sobol: found.sobol,
      estimators: found.estimators,
    });
  });

  it('is whole again after those runs were repeated', async () => {
    writeFileSync(healed, '\n');
    const end = await doeflow(['retry', 'holed-ishigami', '--failed', '--json'], stack.env);
    expect(end.exitCode).toBe(0);
    const mended = summaryIn(printed.resultsDir);
    expect(mended).toMatchObject({ failureBias: [], runsToRepeat: [], warnings: [] });
    expect(
      mended.sobol?.[0]?.indices.map(({ first, total }) => [first?.blocks, total?.blocks]),
    ).toEqual(Array.from({ length: 3 }, () => [64, 64]));
  });
});
