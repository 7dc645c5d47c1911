import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numbersOf, runStudy, temporaryFolder, type EndedStudy } from './run-study.ts';
import { mean } from './sample-statistics.ts';

const hasSolver = spawnSync('ngspice', ['--version']).status === 0;
const title = hasSolver
  ? 'the study rc-filter'
  : 'the study rc-filter (skipped: no ngspice on PATH; install it with apt-get install ngspice)';

describe.skipIf(!hasSolver)(title, () => {
  let study: EndedStudy;
  let planned: EndedStudy['rows'];

  beforeAll(async () => {
    const folder = temporaryFolder(afterAll);
    study = await runStudy('studies/rc-filter', join(folder, 'results'), {
      DOEFLOW_HOME: join(folder, 'home'),
    });
    planned = study.rows.filter(({ run }) => run !== '0');
  });

  it('runs every draw with both loads, and the nominal parts once', () => {
    expect(study.printed.status).toBe('Finished');
    expect(study.printed.runs).toEqual({
      total: 200,
      done: 200,
      failed: 0,
      stopped: 0,
      withdrawn: 0,
    });
    expect(numbersOf(study.rows, 'run')).toEqual(Array.from({ length: 201 }, (_, run) => run));
    expect(study.rows[0]).toMatchObject({ R: '1000', C: '100' });
    expect(numbersOf(planned, 'load')).toEqual(
      Array.from({ length: 200 }, (_, row) => (row % 2 === 0 ? 1e6 : 1e4)),
    );
  });

  it('draws both parts within their tolerances', () => {
    const capacitors = numbersOf(planned, 'C');
    expect(Math.min(...capacitors)).toBeGreaterThanOrEqual(80);
    expect(Math.max(...capacitors)).toBeLessThanOrEqual(120);
    expect(Math.abs(mean(capacitors) - 100)).toBeLessThan(3 * (5 / Math.sqrt(100)));
    expect(Math.abs(mean(numbersOf(planned, 'R')) - 1000)).toBeLessThan(3 * (10 / Math.sqrt(100)));
  });

  it('measures the corner of the closed form within a thousandth, run by run', () => {
    const [R, C, load, corner, deviation] = ['R', 'C', 'load', 'corner', 'deviation'].map((name) =>
      numbersOf(study.rows, name),
    );
    for (const row of study.rows.keys()) {
      const [r = NaN, c = NaN, l = NaN] = [R?.[row], C?.[row], load?.[row]];
      const exact = (r + l) / (2 * Math.PI * r * l * c * 1e-9);
      const off = Math.abs((corner?.[row] ?? NaN) / exact - 1);
      expect(off).toBeLessThan(1e-3);
      expect(deviation?.[row]).toBeCloseTo(off, 9);
      expect(study.rows[row]?.['agrees']).toBe('true');
    }
  });
});
