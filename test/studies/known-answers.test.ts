/** Published problems with known answers, each as a study through the whole engine, judged by the `summary.json` and table that it leaves. */
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { summarySchema, type StudySummaryDocument } from '../../src/summary/summary-document.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { sharedStack } from '../kit/shared-stack.ts';
import { atNight } from '../kit/test-form.ts';
import { numbersOf, runStudy, temporaryFolder, type EndedStudy } from './run-study.ts';
import { normal, uniform, writeAwkStudy, type AwkStudy } from './write-study.ts';

const folder = temporaryFolder(afterAll);
const stack = sharedStack();

interface Ended extends EndedStudy {
  readonly found: StudySummaryDocument;
}

async function run(study: AwkStudy): Promise<Ended> {
  const ended = await runStudy(
    writeAwkStudy(folder, study),
    join(folder, 'results'),
    stack.env,
    doeflowInProcess,
  );
  expect(ended.printed.status).toBe('Finished');
  return { ...ended, found: summarySchema.parse(ended.summary) };
}

/** Within `tolerance` of the wanted value. */
function expectClose(got: number | undefined, wanted: number, tolerance: number): void {
  expect(Math.abs((got ?? NaN) - wanted), `${got} beside ${wanted}`).toBeLessThan(tolerance);
}

const correlationOf = ({ found }: Ended, x: string, y: string): number | undefined =>
  found.correlations.pearson.find(({ first, second }) => first === x && second === y)?.value;

const rosenbrock = '100 * (x2 - x1 ^ 2) ^ 2 + (1 - x1) ^ 2';
const square = {
  x1: `type: Param, generator: Linspace, settings: { minvalue: -2, maxvalue: 2, count: 9 }`,
  x2: `type: Param, generator: Linspace, settings: { minvalue: -2, maxvalue: 2, count: 9 }`,
};

atNight(() => {
  it("Sobol' g-function and rational function: moments and indices of first and total order", async () => {
    const { found } = await run({
      name: 'g-function',
      inputs: Object.fromEntries([1, 2, 3, 4, 5].map((k) => [`x${k}`, uniform(0, 1)])),
      first:
        '  split("0 1 2 4 8", a); p = 1; for (k = 1; k <= 5; k++) { v = 4 * given["x" k] - 2; p *= ((v < 0 ? -v : v) + a[k]) / (1 + a[k]) }',
      outputs: { g: '2 * p', rational: '(x2 + 0.5) ^ 4 / (x1 + 0.5) ^ 2' },
      design: '{ method: saltelli, baseSamples: 128, seed: 3 }',
    });
    expect(found.runs).toMatchObject({ total: 896, done: 896 });
    const exact = {
      g: {
        mean: 2,
        variance: 2.0966460623,
        first: [0.6359362972, 0.1589840743, 0.0706595886, 0.0254374519, 0.0078510654],
        total: [0.7269522229, 0.223677607, 0.1038503176, 0.0382606433, 0.0119172496],
      },
      rational: { mean: 2.0166666667, variance: 6.9012482853, first: [0.2619136118, 0.5109828842] },
    };
    for (const [response, wanted] of Object.entries(exact)) {
      const { indices = [] } = found.sobol?.find((own) => own.response === response) ?? {};
      expect(indices).toHaveLength(5);
      expectClose(found.moments[response]?.mean, wanted.mean, 0.05);
      expectClose(
        (found.moments[response]?.standardDeviation ?? 0) ** 2 / wanted.variance,
        1,
        0.08,
      );
      const chaos = found.polynomialChaos?.find((own) => own.response === response);
      wanted.first.forEach((value, j) => {
        const { first } = indices[j] ?? {};
        expectClose(first?.value, value, 0.02 + 2 * (first?.halfWidth ?? NaN));
        expectClose(chaos?.indices?.[j]?.first, value, 0.02);
      });
      ('total' in wanted ? wanted.total : []).forEach((value, j) => {
        const { total } = indices[j] ?? {};
        expectClose(total?.value, value, 0.02 + 2 * (total?.halfWidth ?? NaN));
        expectClose(chaos?.indices?.[j]?.total, value, 0.02);
      });
    }
    const rational = found.polynomialChaos?.find(({ response }) => response === 'rational');
    expectClose(rational?.mean, exact.rational.mean, 1e-3);
    expectClose((rational?.standardDeviation ?? 0) ** 2, exact.rational.variance, 1e-2);
  });
});

it('Rosenbrock: its population from 64 runs', async () => {
  const { found } = await run({
    name: 'population',
    inputs: { x1: uniform(-2, 2), x2: uniform(-2, 2) },
    outputs: { f: rosenbrock },
    design: '{ method: sobol, runs: 64, seed: 17 }',
  });
  const [chaos] = found.polynomialChaos ?? [];
  expectClose(chaos?.mean, 455.6666667, 1e-6);
  expectClose(chaos?.standardDeviation, 606.5602418, 1e-6);
  expect(chaos?.q2).toBeGreaterThan(0.999999);
  expectClose(found.moments['f']?.mean, 455.6666667, 40);
});

it('Rosenbrock on a grid of 9 x 9: the printed rows and correlations', async () => {
  const ended = await run({
    name: 'grid',
    inputs: square,
    outputs: { f: rosenbrock },
    design: '{ method: full-factorial }',
  });
  expect(ended.rows).toHaveLength(81);
  const f = numbersOf(ended.rows, 'f');
  expect(ended.rows.slice(0, 2).map(({ x1, x2 }) => [x1, x2])).toEqual([
    ['-2', '-2'],
    ['-1.5', '-2'],
  ]);
  expect([f[0], f[1], f[79], f[80]]).toEqual([3609, 1812.5, 6.5, 401]);
  expectClose(correlationOf(ended, 'x1', 'f'), -3.00705e-3, 5e-9);
  expectClose(correlationOf(ended, 'x2', 'f'), -5.01176e-1, 5e-7);
  const [table] = ended.found.anova ?? [];
  expect(table?.terms.map(({ inputs, freedom }) => [inputs.join(), freedom])).toEqual([
    ['x1', 8],
    ['x2', 8],
  ]);
});

it('Rosenbrock along a line and around a point: the printed points in their order', async () => {
  const inputs = { x1: uniform(-2, 2), x2: uniform(-2, 2) };
  const line = await run({
    name: 'vector',
    inputs,
    outputs: { f: rosenbrock },
    design: '{ method: vector, from: { x1: -0.3, x2: 0.2 }, to: { x1: 1.1, x2: 1.3 }, steps: 10 }',
  });
  expect(line.rows).toHaveLength(11);
  for (const [row, { x1, x2 }] of line.rows.entries()) {
    expectClose(Number(x1), -0.3 + 0.14 * row, 1e-12);
    expectClose(Number(x2), 0.2 + 0.11 * row, 1e-12);
  }
  const { rows } = await run({
    name: 'centered',
    inputs,
    outputs: { f: rosenbrock },
    design: '{ method: centered, center: { x1: 1, x2: 1 }, step: 0.1, steps: 2 }',
  });
  const printed = [
    [1, 1],
    [0.8, 1],
    [0.9, 1],
    [1.1, 1],
    [1.2, 1],
    [1, 0.8],
    [1, 0.9],
    [1, 1.1],
    [1, 1.2],
  ];
  expect(rows).toHaveLength(printed.length);
  for (const [row, [x1 = NaN, x2 = NaN]] of printed.entries()) {
    expectClose(Number(rows[row]?.['x1']), x1, 1e-12);
    expectClose(Number(rows[row]?.['x2']), x2, 1e-12);
  }
});

const beam = {
  first: '  square = sqrt((Y / t ^ 2) ^ 2 + (X / w ^ 2) ^ 2)',
  outputs: {
    area: 'w * t',
    stress: '600 * Y / (w * t ^ 2) + 600 * X / (w ^ 2 * t) - R',
    displacement: '4 * 100 ^ 3 / (E * w * t) * square - 2.2535',
  },
};
const beamInputs = {
  w: uniform(1, 4),
  t: uniform(1, 4),
  R: normal(40000, 2000),
  E: normal(2.9e7, 1.45e6),
  X: normal(500, 100),
  Y: normal(1000, 100),
};

it('cantilever beam: the ends of a line and the runs around a point', async () => {
  const line = await run({
    ...beam,
    name: 'beam-vector',
    inputs: beamInputs,
    design:
      '{ method: vector, from: { w: 1, t: 1 }, to: { w: 4, t: 4, R: 44000, E: 3.9e7, X: 1000, Y: 2000 }, steps: 10 }',
  });
  expect(line.rows).toHaveLength(11);
  expectClose(Number(line.rows[10]?.['stress']), -15875, 1e-9);
  expectClose(Number(line.rows[10]?.['displacement']), -1.3576394321, 5e-11);
  const around = await run({
    ...beam,
    name: 'beam-centered',
    inputs: beamInputs,
    design:
      '{ method: centered, center: { w: 2.5, t: 2.5 }, steps: 2, step: { w: 0.1, t: 0.1, R: 10, E: 100, X: 10, Y: 100 } }',
  });
  expect(around.rows).toHaveLength(25);
  expect(around.rows[21]).toMatchObject({ run: '22', area: '6.25', Y: '800' });
  expectClose(Number(around.rows[21]?.['stress']), 9920, 1e-9);
  expectClose(Number(around.rows[21]?.['displacement']), 1.0776712687, 5e-11);
});

it('cantilever beam: the published optimum lies on its constraints', async () => {
  const { rows } = await run({
    ...beam,
    name: 'beam-optimum',
    inputs: Object.fromEntries(Object.keys(beamInputs).map((name) => [name, 'type: Param'])),
    design: '{ method: table, file: points.csv }',
    points: 'w,t,R,E,X,Y\n2.3520341271,3.3262784077,40000,2.9e7,500,1000\n',
  });
  const [optimum] = rows;
  expectClose(Number(optimum?.['area']), 7.8235203313, 5e-10);
  // Published relative to the limit of 40,000.
  expectClose(Number(optimum?.['stress']) / 40000, -1.600900026e-2, 5e-9);
  expectClose(Number(optimum?.['displacement']), 0, 1e-8);
});

it('cantilever beam: at the reliability optimum the stress is three standard deviations from its limit', async () => {
  const { found } = await run({
    ...beam,
    name: 'beam-reliability',
    inputs: {
      w: 'type: Design, values: [2.45]',
      t: 'type: Design, values: [3.88]',
      R: normal(40000, 2000),
      E: normal(2.9e7, 1.45e6),
      X: normal(500, 100),
      Y: normal(1000, 100),
    },
    design: '{ method: latin-hypercube, runs: 100, seed: 5 }',
    further:
      'statistics: { levels: { stress: { response: [0] }, displacement: { response: [0] } } }',
  });
  expectClose(found.moments['area']?.mean, 9.52, 0.02);
  const [level] = found.moments['stress']?.levels ?? [];
  expectClose(level?.reliability, -3, 0.15);
  const chaos = found.polynomialChaos?.find(({ response }) => response === 'stress');
  // Linear in normal inputs, so exact.
  expectClose((chaos?.mean ?? NaN) / (chaos?.standardDeviation ?? NaN), -2.97731677, 1e-7);
  expectClose(chaos?.levels?.[0]?.exceedance, 0.0014539169, 1.5e-4);
});

it('cylinder head: the published optimum', async () => {
  const { rows, found } = await run({
    name: 'cylinder-head',
    inputs: { d: 'type: Design', flatness: 'type: Design' },
    first: '  wall = 3.25 - 1.34 - 0.5 * (d + 1.556)',
    outputs: {
      hp: '250 + 200 * (d / 1.833 - 1)',
      warranty: '1e5 + 15000 * (4 - flatness)',
      cycle: '45 + 4.5 * (4 - flatness) ^ 1.5',
      thickness: 'wall',
      stress: '750 + wall ^ -2.5',
    },
    variables: `  - { name: cost, type: Objective, expression: -(hp / 250 + warranty / 1e5) }
  - { name: strong, type: Constraint, expression: stress / 1500 - 1 <= 1e-8 }
  - { name: warranted, type: Constraint, expression: 1 - warranty / 1e5 <= 0 }
  - { name: quick, type: Constraint, expression: cycle / 60 - 1 <= 1e-8 }`,
    design: '{ method: table, file: points.csv }',
    points: 'd,flatness\n2.1224188322,1.7685568331\n1.8,2\n',
    further: 'findings: [{ name: best, value: min(cost), where: strong and warranted and quick }]',
  });
  const optimum = rows[0] ?? {};
  expect(optimum).toMatchObject({ strong: 'true', warranted: 'true', quick: 'true' });
  expectClose(Number(optimum['cost']), -2.4610312954, 1e-9);
  expectClose(1 - Number(optimum['warranty']) / 1e5, -0.33471647504, 1e-9);
  expectClose(Number(optimum['thickness']), 0.0707906, 5e-8);
  expectClose(Number(optimum['hp']), 281.579, 5e-4);
  expectClose(Number(optimum['cycle']), 60, 1e-6);
  expectClose(Number(optimum['stress']), 1500, 1e-4);
  expectClose(Number(found.findings[0]?.value), -2.4610312954, 1e-9);
});

it('Morris’ function of 20 inputs: four trajectories tell which matter, and which not linearly', async () => {
  const { found, printed } = await run({
    name: 'screening',
    inputs: Object.fromEntries(Array.from({ length: 20 }, (_, k) => [`x${k + 1}`, uniform(0, 1)])),
    first: `  for (i = 1; i <= 20; i++) {
    x = given["x" i]; w[i] = 2 * (x - 0.5)
    if (i == 3 || i == 5 || i == 7) w[i] = 2 * (1.1 * x / (x + 0.1) - 0.5)
  }
  y = 0
  for (i = 1; i <= 20; i++) y += (i <= 10 ? 20 : (i % 2 ? -1 : 1)) * w[i]
  for (i = 1; i <= 20; i++) for (j = i + 1; j <= 20; j++) {
    y += (j <= 6 ? -15 : ((i + j) % 2 ? -1 : 1)) * w[i] * w[j]
    for (l = j + 1; l <= 5; l++) {
      y -= 10 * w[i] * w[j] * w[l]
      for (s = l + 1; s <= 4; s++) y += 5 * w[i] * w[j] * w[l] * w[s]
    }
  }`,
    outputs: { moat: 'y' },
    design: '{ method: morris, trajectories: 4, seed: 3 }',
  });
  expect(printed.runs.total).toBe(84);
  const effects = found.morris?.[0]?.effects ?? [];
  const least = Math.min(...effects.slice(0, 10).map(({ muStar }) => muStar));
  const rest = Math.max(...effects.slice(10).map(({ muStar }) => muStar));
  expect(least).toBeGreaterThan(2 * rest);
  const spread = (index: number): number => effects[index]?.sigma ?? NaN;
  const straight = Math.max(...[7, 8, 9].map(spread));
  for (const index of [0, 1, 2, 3, 4, 5, 6]) expect(spread(index)).toBeGreaterThan(2 * straight);
  expect(found.estimators.find(({ estimator }) => estimator === 'morris')).toMatchObject({
    planned: 80,
    used: 80,
  });
});

it('textbook: the best feasible run of a grid is the known optimum', async () => {
  const axis =
    'type: Design, generator: Linspace, settings: { minvalue: 0, maxvalue: 1, count: 11 }';
  const { found, rows } = await run({
    name: 'textbook',
    inputs: { x1: axis, x2: axis },
    outputs: { f: '(x1 - 1) ^ 4 + (x2 - 1) ^ 4', g1: 'x1 ^ 2 - x2 / 2', g2: 'x2 ^ 2 - x1 / 2' },
    variables: '  - { name: feasible, type: Constraint, expression: g1 <= 1e-12 and g2 <= 1e-12 }',
    design: '{ method: full-factorial }',
    further: 'findings: [{ name: best, value: min(f), where: feasible }]',
  });
  expect(found.findings[0]?.value).toBe(0.125);
  const best = rows.filter(({ feasible, f }) => feasible === 'true' && Number(f) === 0.125);
  expect(best.map(({ x1, x2 }) => [x1, x2])).toEqual([['0.5', '0.5']]);
});

it('failure probabilities of a convex domain and of a quadratic limit, far beyond what 100 runs can count', async () => {
  const { found } = await run({
    name: 'failure-probabilities',
    inputs: { u1: normal(0, 1), u2: normal(0, 1), r: normal(11, 1), s: normal(1.5, 0.5) },
    outputs: {
      convex: '0.1 * (u1 - u2) ^ 2 - (u1 + u2) / sqrt(2) + 2.5',
      quadratic: 'r - s ^ 2',
    },
    design: '{ method: monte-carlo, runs: 100, seed: 8 }',
    further: 'statistics: { levels: { convex: { response: [0] }, quadratic: { response: [0] } } }',
  });
  const probabilities =
    found.polynomialChaos?.map(({ levels }) => levels?.[0]?.probability ?? NaN) ?? [];
  expectClose((probabilities[0] ?? NaN) / 4.2692e-3, 1, 0.05);
  expectClose((probabilities[1] ?? NaN) / 2.7009e-4, 1, 0.15);
  // Wilks' sizes stand beside every response.
  expect(found.moments['convex']?.tolerance.runsNeeded).toEqual({ oneSided: 59, twoSided: 93 });
});

it("Sobol' sequence of two dimensions: the points after the origin", async () => {
  const { rows } = await run({
    name: 'sequence',
    inputs: { x1: uniform(0, 1), x2: uniform(0, 1) },
    outputs: { y: 'x1 + x2' },
    design: '{ method: sobol, runs: 8, scramble: none, skip: 0 }',
  });
  expect(rows.slice(1, 7).map(({ x1, x2 }) => [Number(x1), Number(x2)])).toEqual([
    [1 / 2, 1 / 2],
    [3 / 4, 1 / 4],
    [1 / 4, 3 / 4],
    [3 / 8, 3 / 8],
    [7 / 8, 7 / 8],
    [5 / 8, 1 / 8],
  ]);
});

it('Latin hypercube that grows: 50 runs, and 50 more, are Latin together', async () => {
  const { rows } = await run({
    name: 'nested',
    inputs: { x1: uniform(0, 1), x2: uniform(0, 1) },
    outputs: { y: 'x1 + x2' },
    design: '{ method: latin-hypercube, runs: 50, seed: 4, extend: [50] }',
  });
  for (const name of ['x1', 'x2']) {
    const x = numbersOf(rows, name);
    expect(new Set(x.map((value) => Math.floor(value * 100))).size).toBe(100);
    expect(new Set(x.slice(0, 50).map((value) => Math.floor(value * 50))).size).toBe(50);
  }
});
