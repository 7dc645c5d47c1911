import { describe, expect, it } from 'vitest';
import { figuresOf } from '../../src/report/index.ts';
import { runsNamedIn } from '../../src/report/kept-runs.ts';
import { sampleRuns } from '../../src/report/sample-runs.ts';
import { figureOf, madeReport, sectionOf } from './report-kit.ts';

describe('a sample of many runs', () => {
  const failed = [11, 222, 3333, 5432];
  const report = madeReport({
    design: '{method: monte-carlo, runs: 5600, seed: 2}',
    variables:
      '  - {name: mass, type: Objective, expression: 4 - y, goal: minimize}\n  - {name: up, type: Objective, expression: y + a, goal: minimize}',
    model: ([a = 0, b = 0], run) =>
      failed.includes(run) ? undefined : run === 4 ? 1000 : run === 5 ? -1000 : a + b,
    further: ([a = 0], y) => ({ mass: 4 - y, up: y + a }),
  });

  it('holds failed runs, extremes of each column, named runs and the front, whatever chance says', async () => {
    const { runs } = await report;
    expect(runs.runs).toHaveLength(5000);
    for (const run of [4, 5, ...failed]) expect(runs.runs, String(run)).toContain(run);
    const y = runs.columns.find(({ name }) => name === 'y')?.values ?? [];
    const numbers = y.filter((value) => typeof value === 'number');
    expect([Math.min(...numbers), Math.max(...numbers)]).toEqual([-1000, 1000]);
    const front = figureOf(await report, 'pareto-front').numbers?.rows ?? [];
    for (const [run] of front) expect(runs.runs).toContain(run);
  });

  it('each figure of runs says that it is one, and what is in it', async () => {
    const own = await report;
    const drawn = figuresOf(own).filter(
      ({ id, plot }) => ['scatters', 'parallel'].includes(plot.kind) || id.startsWith('fit-'),
    );
    expect(drawn.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['design-pairs', 'parallel', 'scatter-matrix', 'fit-y']),
    );
    for (const { id, caption } of drawn) {
      expect(caption, id).toContain(
        'Drawn are 5,000 of 5,600 runs, among them the run that a reason names, the best runs, the extremes of each column',
      );
      expect(caption, id).toContain('and the 4 failed runs.');
    }
    expect(figureOf(own, 'design-pairs').caption).toContain('Crosses are the 4 runs');
    expect(JSON.stringify(sectionOf(own, 'data'))).toContain('and the 4 failed runs; the others');
  });

  it('has room for some of many failed runs, and counts as crosses what is drawn', async () => {
    const many = await madeReport({
      design: '{method: monte-carlo, runs: 9000, seed: 2}',
      model: ([a = 0, b = 0], run) => (run % 3 === 0 ? undefined : a + b),
    });
    const crosses = many.runs.states.filter((state) => state === 'Failed').length;
    expect(crosses).toBeGreaterThanOrEqual(1250);
    const { caption } = figureOf(many, 'design-pairs');
    const count = crosses.toLocaleString('en-US');
    expect(caption).toContain(`Crosses are the ${count} runs that failed`);
    expect(caption).toContain(`${count} of the 3,000 failed runs`);
  });

  it('says nothing where all runs are drawn', async () => {
    const few = await madeReport({ design: '{method: monte-carlo, runs: 30, seed: 2}' });
    expect(JSON.stringify(few.sections)).not.toContain('Drawn are');
  });
});

it('kept runs come first, each kind up to its bound, and count once', () => {
  const { places, held } = sampleRuns(100, 10, [
    { runs: [1, 2, 3], most: 5 },
    { runs: [3, 50, 51, 52, 53], most: 2 },
    { runs: [900], most: 5 },
  ]);
  expect(places).toHaveLength(10);
  expect(places.slice(0, 3)).toEqual([0, 1, 2]);
  expect(held.slice(0, 1)).toEqual([3]);
  expect(held[2]).toBe(0);
});

it('reads the runs that reasons name', () => {
  expect(
    runsNamedIn([
      'run 4 holds 98 % of the squared scatter of y',
      'without the runs 7, 12, which are far from all others, coefficients change',
      'x moves twice, in the runs 20 and 21',
      '500 runs or more make it ± 0.1; 9 of 40 runs are missing; runs 12.5 %',
    ]),
  ).toEqual([4, 7, 12, 20, 21]);
});
